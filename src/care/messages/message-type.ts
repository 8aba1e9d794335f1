export const messageTypes = ['TEXT', 'ALERT', 'NOTIFICATION'] as const
export type MessageType = (typeof messageTypes)[number]
