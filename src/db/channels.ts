/**
 * The channel on which processes that share a database tell each other whose sessions have changed: the text is
 * the user's id, followed by a session's id where only that one has ended.
 */
export const sessionsChannel = 'fallwatch_sessions'

/** The channel that tells which device has changed: the text is its MAC address. */
export const devicesChannel = 'fallwatch_devices'
