/**
 * The channel for changed sessions and accounts: the payload is the user's id, followed by a session's id where only
 * that one has ended.
 */
export const sessionsChannel = 'fallwatch_sessions'

/** The channel for changed devices: the payload is the MAC address. */
export const devicesChannel = 'fallwatch_devices'

/** The channel for new events of live streams, without a payload. */
export const eventsChannel = 'fallwatch_events'

/** The channel for incidents and deliveries that are due, without a payload. */
export const incidentsChannel = 'fallwatch_incidents'

/** The channel for MQTT connections that were taken over: the payload is `leave` or `left`, and which one. */
export const connectionsChannel = 'fallwatch_connections'

/** The channel for topics, webhooks in and assignments of devices to them that have changed, without a payload. */
export const intakeChannel = 'fallwatch_intake'

/** The channel for messages that are held or released, without a payload. */
export const installationChannel = 'fallwatch_installation'
