/** AcknowledgementEffect is what saying "I'm on it" does: somebody handles the incident, or goes there beside who does. */
export const acknowledgementEffects = ['HANDLING', 'ATTENDING'] as const
export type AcknowledgementEffect = (typeof acknowledgementEffects)[number]
