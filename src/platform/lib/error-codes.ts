/** What a move of a patient to another place would change. */
interface MoveConsequences {
  /** How many incidents of the patient are not resolved. */
  openIncidents: number
  /** How many of those in charge there can be reached. */
  reachable: number
  /** The names of those who would no longer be told, separated by commas; empty if there are none. */
  noLongerTold: string
}

/**
 * Every error response by its code: its status, and its English text or a function that writes the text from the details
 * of the response. This list is the only place where a text of an error is written, so that a code, its text and its
 * details always belong together. Clients show errors by code and details; the text is for logs and for other readers.
 *
 * A code is part of the API: it is never renamed, and never used for something else. docs/errors.md lists the codes.
 */
export const errorCodes = {
  // Generic codes, where there is nothing more to say than the status does.
  BAD_REQUEST: [400, 'The request is not valid'],
  INVALID_TOKEN: [401, 'Invalid or expired token'],
  FORBIDDEN: [403, 'Insufficient permissions'],
  NOT_FOUND: [404, 'Resource not found'],
  RATE_LIMITED: [429, 'Too many requests. Please slow down.'],
  INTERNAL_ERROR: [500, 'Internal server error'],
  UNAVAILABLE: [503, 'Service temporarily unavailable'],

  // Requests as such.
  INVALID_FIELDS: [
    400,
    ({ listed }: { listed?: number }) =>
      listed ? `Validation failed; the first ${listed} problems are listed` : 'Validation failed',
  ],
  INVALID_HTTP: [400, 'The request is not valid HTTP'],
  INVALID_HOST: [400, 'The request must have one valid Host header'],
  INVALID_URL: [400, 'The address is not valid'],
  INVALID_UTF8: [400, 'The body is not valid UTF-8'],
  INVALID_JSON: [400, 'The body is not valid JSON'],
  INVALID_CBOR: [400, 'The payload is not valid CBOR'],
  CONTENT_LENGTH_MISMATCH: [400, 'The body does not match its Content-Length'],
  REQUEST_CUT_OFF: [400, 'The request was cut off'],
  AUTHENTICATION_REQUIRED: [401, 'Authentication required'],
  HTTPS_REQUIRED: [403, 'HTTPS is required'],
  NOT_ACCEPTABLE: [
    406,
    ({ mediaType }: { mediaType: string }) => `Only ${mediaType} of FHIR version 4.0 is available`,
  ],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  LENGTH_REQUIRED: [411, 'The length of the body is required (Content-Length)'],
  FILE_CHANGED: [412, 'The file is another one by now'],
  BODY_TOO_LARGE: [413, 'The body is too large'],
  PAYLOAD_TOO_LARGE: [413, 'The payload is too large'],
  NOT_JSON: [415, 'Content-Type must be application/json'],
  INVALID_RANGE: [416, 'The file has no such part'],
  EXPECTATION_FAILED: [417, 'The expectation cannot be met'],
  HEADERS_TOO_LARGE: [431, 'The headers are too large'],

  // Accounts.
  RESET_LINK_INVALID: [400, 'This link is invalid, was used or has expired'],
  PHONE_LINK_INVALID: [400, 'This code is invalid, was used or has expired'],
  CURRENT_PASSWORD_INCORRECT: [400, 'Current password is incorrect'],
  CREDENTIALS_INCORRECT: [401, 'Invalid email or password'],
  SIGN_IN_INACTIVE: [403, 'This account is inactive'],
  SIGNUP_CLOSED: [403, 'Nobody can sign up here. Ask an admin for an invitation.'],
  SIGNUP_PATIENTS_ONLY: [403, 'Only patients can sign up here. Ask an admin for an invitation.'],
  INVITE_NEEDS_ADMIN: [403, 'Only an admin can invite somebody who has no e-mail address'],
  INVITE_HAS_REPRESENTATIVE: [403, 'Somebody decides for this patient: only an admin can invite them'],
  USER_NOT_FOUND: [404, 'User not found'],
  SESSION_NOT_FOUND: [404, 'Session not found'],
  EMAIL_TAKEN: [409, 'Email already registered'],
  SIGN_IN_NAME_TAKEN: [409, 'Somebody else signs in with this name'],
  ACCOUNT_INACTIVE: [409, 'This account is inactive'],
  ACCOUNT_WITHOUT_EMAIL: [409, 'This account has neither an e-mail address nor a sign-in name'],
  ACCOUNT_HAS_PASSWORD: [409, 'This account has a password already'],
  ACCOUNT_HAS_OTHER_EMAIL: [409, 'This account has another e-mail address, which an admin can change'],
  ACCOUNT_HAS_OTHER_NAME: [409, 'This account has another sign-in name, which an admin can change'],
  INVITATION_NOT_ACCEPTED: [
    409,
    'This account has no password yet: the invitation must be accepted before the role can change',
  ],
  INVITATION_NEEDS_MAIL: [409, 'This service sends no e-mail: an admin can make the invitation'],
  LAST_ADMIN: [409, 'The last admin account cannot be removed'],
  TOO_MANY_SIGNUPS: [429, 'Too many signup attempts. Please try again later.'],
  TOO_MANY_LOGINS: [
    429,
    ({ minutes }: { minutes: number }) => `Too many login attempts. Please try again in ${minutes} minutes.`,
  ],
  TOO_MANY_PASSWORD_CHANGES: [
    429,
    ({ minutes }: { minutes: number }) =>
      `Too many attempts to change the password. Please try again in ${minutes} minutes.`,
  ],
  TOO_MANY_PASSWORD_RESETS: [429, 'Too many requests for a new password. Please try again later.'],
  TOO_MANY_INVITATIONS: [429, 'Too many invitations. Please try again later.'],
  TOO_MANY_REQUESTS_AT_ONCE: [429, 'Too many requests of this account are in progress'],
  SIGN_INS_BUSY: [503, 'Too many sign-ins at once'],
  PASSWORD_RESETS_BUSY: [503, 'Too many password resets at once'],
  INVITATION_NOT_MAILED: [503, 'The invitation could not be mailed'],

  // Who may do what.
  OTHER_OWNER: [403, 'This device belongs to another account'],
  DEVICE_OWNER_ONLY: [403, 'Only the owner of a device may change or delete it'],
  PATIENT_NOT_ASSIGNED: [403, 'This patient is not assigned to you'],
  FALL_NOT_ASSIGNED: [403, 'This fall belongs to a patient who is not assigned to you'],
  INCIDENT_NOT_ASSIGNED: [403, 'This incident belongs to a patient who is not assigned to you'],
  WARD_OF_OTHER_TEAM: [403, 'Only its team or an admin can place somebody in this ward'],
  OTHER_CAREGIVER: [403, 'This is another caregiver'],
  ALERT_OF_OTHER_CAREGIVER: [403, 'This alert is for another caregiver'],
  CAREGIVERS_ONLY: [403, 'Only caregivers and admins handle incidents'],
  NOT_IN_TEAM: [403, 'You are not in this team'],
  NOTE_AUTHOR_ONLY: [403, 'Only its author or an admin may delete a note'],
  MESSAGE_OF_OTHERS: [403, 'This message is between other people'],
  MESSAGE_RECIPIENT_ONLY: [403, 'Only its recipient can mark a message as read'],
  PATIENT_DECIDES: [403, 'Only the patient decides about this'],

  // Patients, caregivers, teams, stations and messages.
  PATIENT_NOT_FOUND: [404, 'Patient not found'],
  CAREGIVER_NOT_FOUND: [404, 'Caregiver not found'],
  NOTE_NOT_FOUND: [404, 'Note not found'],
  MESSAGE_NOT_FOUND: [404, 'Message not found'],
  TEAM_NOT_FOUND: [404, 'Team not found'],
  STATION_NOT_FOUND: [404, 'Station not found'],
  ASSIGNMENT_NOT_FOUND: [404, 'The patient is not assigned to this caregiver'],
  MEMBER_NOT_FOUND: [404, 'The caregiver is not in this team'],
  TEAM_PATIENT_NOT_FOUND: [404, 'The patient was not chosen for this team'],
  ALREADY_ASSIGNED: [409, 'The patient is already assigned to this caregiver'],
  ASSIGNED_BY_TEAM: [
    409,
    ({ team }: { team: string }) =>
      `The team ${team} looks after this patient: change the team or its members instead`,
  ],
  ALREADY_MEMBER: [409, 'The caregiver is in this team already'],
  ALREADY_TEAM_PATIENT: [409, 'The patient is in this team already'],
  TEAM_NAME_TAKEN: [409, 'Another team has this name'],
  TEAM_LEAVES_PATIENTS: [
    409,
    ({ count }: { count: number }) => `No team would look after patients of this team: ${count}`,
  ],
  PLACE_WITHOUT_TEAM: [
    409,
    (_: { noLongerTold: string }) =>
      'No team looks after this place, so that the patient would have no caregivers',
  ],
  WARD_NOT_FOUND: [400, 'There is no such ward'],
  MOVE_NEEDS_CONFIRMATION: [
    409,
    (_: MoveConsequences) =>
      'An incident of the patient is open, or nobody in charge there can be reached: repeat the request with confirm=true if the move is meant',
  ],
  STATION_NAME_TAKEN: [409, 'Another station has this name'],
  STATION_CODE_INVALID: [401, 'This code is wrong or has expired'],
  TOO_MANY_WRONG_PINS: [
    429,
    ({ minutes }: { minutes: number }) => `Too many wrong PINs. Please try again in ${minutes} minutes.`,
  ],
  TOO_MANY_MESSAGES: [429, 'Too many messages. Please try again later.'],

  // Devices and readings.
  INVALID_DEVICE_KEY: [401, 'Invalid device key'],
  DEVICE_KEY_READINGS_ONLY: [403, 'A device key can only send readings'],
  DEVICE_KEY_OF_OTHER: [403, 'This device key belongs to another account'],
  DEVICE_DISABLED: [403, 'This device is disabled'],
  DEVICE_DELETED: [403, 'This device was deleted'],
  DEVICE_NOT_REGISTERED: [403, 'This device is not registered'],
  TOPIC_OF_OTHER_DEVICE: [403, 'This topic is not one of the device'],
  DEVICE_NOT_FOUND: [404, 'Device not found'],
  DEVICE_KEY_NOT_FOUND: [404, 'Device key not found'],
  DEVICE_IS_THEIRS: [409, 'The device belongs to this account already'],
  MAC_TAKEN: [409, 'There is already a device with this MAC address'],
  TOO_MANY_DEVICES: [409, ({ limit }: { limit: number }) => `An account can have at most ${limit} devices`],
  TOO_MANY_DEVICES_WITH_REPLACED: [
    409,
    ({ limit }: { limit: number }) =>
      `An account can have at most ${limit} devices with those that were replaced`,
  ],
  TOO_MANY_DEVICE_KEYS: [
    409,
    ({ limit }: { limit: number }) => `An account can have at most ${limit} device keys`,
  ],
  DEVICE_REPLACED_OR_DISABLED: [409, 'This device is disabled or was replaced already'],
  DEVICE_REPLACED: [409, 'This device was replaced and cannot be enabled again'],
  READING_TOO_EARLY: [429, 'Too many readings: wait for the next allowed request'],
  BACKFILL_TOO_FAST: [429, 'Too many backfilled readings: wait before sending more'],
  BATCHES_BUSY: [429, 'Too many batches are waiting'],
  NEW_DEVICES_BUSY: [429, 'Too many new devices at once'],
  DEVICE_KEYS_BUSY: [429, 'Too many device keys at once'],
  READING_LOOKUPS_BUSY: [429, 'Too many readings are being looked up'],
  READINGS_BUSY: [503, 'Too many readings are waiting'],

  // Falls, incidents and alerts.
  FALL_OF_SOMEBODY_ELSE: [
    400,
    'POST /falls reports a fall of your own. Report a fall of a patient with POST /patients/:id/falls.',
  ],
  ACKNOWLEDGE_LINK_INVALID: [401, 'This link is invalid or has expired'],
  CANNOT_ACKNOWLEDGE: [403, 'This account cannot acknowledge'],
  RELATIVE_NOT_ALLOWED: [403, 'Relatives cannot change this; an admin can allow it for this patient'],
  RELATIVE_CANNOT_END: [403, 'Staff end this incident: relatives of this patient do not count as helpers'],
  HANDLER_ONLY: [403, 'Only who handles an incident can release it'],
  ASSISTANCE_HANDLER_ONLY: [403, 'Only who handles an incident can ask for a second person'],
  PATIENT_SAYS: [403, 'Only the patient can say this'],
  CALL_OF_OTHER: [403, 'This call for help is of another person'],
  CALL_CALLED_OFF: [409, 'This call for help was called off'],
  ALARMS_NEED_ADMIN: [403, 'Only an admin can switch off alarms of somebody who cannot sign in'],
  FALL_NOT_FOUND: [404, 'Fall not found'],
  INCIDENT_NOT_FOUND: [404, 'Incident not found'],
  ALERT_NOT_FOUND: [404, 'Alert not found'],
  IDEMPOTENCY_KEY_REUSED: [409, 'This Idempotency-Key was used for another report'],
  FALL_ALREADY_REPORTED: [
    409,
    'You have reported a fall of this patient at this time already: change its record',
  ],
  FALL_RECORD_CHANGED: [409, 'Somebody has changed this record meanwhile'],
  FALL_RECORD_FULL: [
    409,
    ({ limit }: { limit: number }) => `A record that has ${limit} versions takes no further changes`,
  ],
  INCIDENT_HANDLED: [409, (_: { handledBy: string }) => 'Somebody else is handling this incident'],
  INCIDENT_RESOLVED: [409, (_: { resolvedBy: string }) => 'This incident was resolved'],
  INCIDENT_CANCELLED: [409, (_: { resolvedBy: string }) => 'This incident was cancelled'],
  NOT_ATTENDING: [409, 'You have not said that you are going'],
  INCIDENT_NOT_HANDLED: [409, 'Nobody is handling this incident'],
  INCIDENT_WITHOUT_OUTCOME: [409, 'This incident has no outcome that could be corrected'],
  UNDO_EXPIRED: [409, 'An acknowledgement can be undone where it was made, within ten seconds'],
  LINK_OF_EARLIER_MESSAGE: [409, 'This link belongs to an earlier message'],
  TOO_MANY_ENTRIES_TODAY: [
    409,
    ({ limit }: { limit: number }) =>
      `You have made ${limit} entries in this timeline within a day; add further notes tomorrow`,
  ],
  TIMELINE_FULL: [
    409,
    ({ limit }: { limit: number }) => `A timeline with ${limit} entries of people takes no further notes`,
  ],
  FALLS_BUSY: [429, 'Too many falls of this account are being recorded'],
  DEVICE_EVENTS_BUSY: [429, 'Too many events of this account are being recorded'],

  // Notifications.
  CHANNEL_NOT_SET_UP: [
    400,
    ({ channel }: { channel: string }) => `This installation does not send by ${channel}`,
  ],
  MAIL_ADDRESS_REFUSED: [400, 'The e-mail address was refused'],
  CODE_EXPIRED: [400, 'The code has expired'],
  CODE_WRONG: [400, 'The code is wrong'],
  CONTACT_OF_OTHER: [403, 'This contact belongs to another account'],
  CONTACT_NOT_FOUND: [404, 'Contact not found'],
  CONTACT_DELETED: [404, 'The contact was deleted meanwhile'],
  WEBHOOK_NOT_FOUND: [404, 'Webhook not found'],
  INTAKE_SOURCE_NOT_FOUND: [404, 'There is no such webhook in'],
  DELIVERY_NOT_FOUND: [404, 'Delivery not found'],
  CONTACT_UNCONFIRMED: [409, 'This contact has not been confirmed yet'],
  CONTACT_ENDED: [
    409,
    ({ reason }: { reason: string }) => `This contact cannot be reached any more: ${reason}`,
  ],
  TOO_MANY_CONTACTS: [409, ({ limit }: { limit: number }) => `An account can have at most ${limit} contacts`],
  TOO_MANY_UNPROVEN_CONTACTS: [
    409,
    ({ limit }: { limit: number }) =>
      `An account can have at most ${limit} contacts that have never received a message: send a test to one of them, or remove it`,
  ],
  TOO_MANY_WEBHOOKS: [409, ({ limit }: { limit: number }) => `There can be at most ${limit} webhooks`],
  TOO_MANY_INTAKE_SOURCES: [
    409,
    ({ limit }: { limit: number }) => `There can be at most ${limit} webhooks in`,
  ],
  INTAKE_SOURCE_NAME_TAKEN: [409, 'There is a webhook in of this name already'],
  WEBHOOK_EXISTS: [409, 'There is a webhook with this URL already'],
  DELIVERY_ACCEPTED: [409, 'This delivery was accepted already'],
  DELIVERY_CONTACT_ENDED: [409, 'The contact of this delivery cannot be reached any more'],
  DELIVERY_NOT_RETRIABLE: [409, 'The incident of this delivery is not open, or the delivery is being sent'],
  MESSAGES_NOT_HELD: [409, 'Messages are not held'],
  MESSAGES_HELD_BY_SETTING: [
    409,
    'NOTIFICATIONS=held is set: remove it and start the service again, then release',
  ],
  CODE_NOT_SENT: [503, 'The confirmation code could not be sent. Please try again later.'],

  // Records, shared links, imports and administration.
  SHARE_LINK_INVALID: [401, 'This link and this code do not open anything'],
  SHARED_RECORD_READERS_ONLY: [403, 'This is for readers of a shared record'],
  SHARED_RECORD_READ_ONLY: [403, 'A shared record can only be read'],
  LINK_NOT_FOUND: [404, 'Link not found'],
  REPRESENTATIVE_NOT_FOUND: [404, 'No representative is recorded'],
  REPRESENTATIVE_REQUIRED: [409, 'Record a representative of the patient first, on whose behalf you act'],
  TOO_MANY_LINKS: [
    409,
    ({ limit }: { limit: number }) => `A patient can have at most ${limit} links; revoke one first`,
  ],
  EXPORT_RUNNING: [409, 'Another export of your data is running'],
  IMPORT_ADDED_MEANWHILE: [409, 'Somebody has added one of these people or devices meanwhile; try again'],
  IMPORT_CHANGED_MEANWHILE: [409, 'Somebody has changed one of these people meanwhile; try again'],
  MAINTENANCE_RUNNING: [409, 'Another maintenance task is running'],
  EXPORTS_BUSY: [429, 'Too many exports are running'],
  RECORDS_BUSY: [429, 'Too many records are being read'],
  REPORTS_BUSY: [429, 'Too many reports are being created'],
  SHARED_RECORDS_BUSY: [429, 'Too many shared records are being read'],
  FIGURES_BUSY: [429, 'Too many figures are being calculated'],
} as const satisfies Record<string, readonly [status: number, text: string | ((details: never) => string)]>

export type ErrorCode = keyof typeof errorCodes

/** What the text of a code needs, and clients get as `details`. */
export type DetailsOf<Code extends ErrorCode> = (typeof errorCodes)[Code][1] extends (
  details: infer Details,
) => string
  ? Details
  : undefined
