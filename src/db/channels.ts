/**
 * The channel for changed sessions and accounts: the payload is the user's id, followed by a session's id where only
 * that one has ended.
 */
export const sessionsChannel = 'fallwatch_sessions'

/** The channel for changed devices: the payload is the MAC address. */
export const devicesChannel = 'fallwatch_devices'
