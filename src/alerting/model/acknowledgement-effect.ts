/**
 * What saying "I’m on it" does: somebody handles the incident, goes there while staff are told all
 * the same, or joins who handles it and has asked for a second person.
 */
export const acknowledgementEffects = ['HANDLING', 'ATTENDING', 'JOINING'] as const
export type AcknowledgementEffect = (typeof acknowledgementEffects)[number]
