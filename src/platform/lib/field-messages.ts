/** What can be wrong with a field, by its code: the end of an English sentence that begins with the field. */
export const fieldMessages = {
  /** Of a check that has no code of its own. */
  INVALID: 'is not valid',

  REQUIRED: 'is required',
  REQUIRED_WITH: ({ fields }: { fields: string }) => `is required with ${fields}`,
  REQUIRED_WITH_SITE: 'is required with a site',
  REQUIRED_WITH_PIN: 'is required with a PIN',
  REQUIRED_WITHOUT_EMAIL: 'is required, or signInName, because this account has none yet',
  REQUIRED_OR_WARD: ({ limit }: { limit: number }) =>
    `must be given, or a ward: a report has at most ${limit} patients`,
  REQUIRED_OR_SIGN_IN_NAME: 'is required, or signInName',
  NO_CHANGE: ({ fields }: { fields: string }) => `must have at least one of ${fields}`,
  GIVEN_TWICE: 'must be given once',
  NOT_SUPPORTED: 'is not supported',

  WRONG_TYPE: ({ expected }: { expected: string }) => `must be ${expected}`,
  NOT_WHOLE: 'must be a whole number',
  NOT_TRUE: 'must be true: deletion is permanent',
  TOO_SMALL: ({ minimum }: { minimum: number }) => `must be at least ${minimum}`,
  TOO_LARGE: ({ maximum }: { maximum: number }) => `must be at most ${maximum}`,
  NOT_ABOVE: ({ limit }: { limit: number }) => `must be greater than ${limit}`,
  NOT_IN_RANGE: ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    `must be a whole number from ${minimum} to ${maximum}`,
  TOO_SHORT: ({ minimum }: { minimum: number }) => `must be at least ${minimum} characters long`,
  TOO_LONG: ({ maximum }: { maximum: number }) => `must be at most ${maximum} characters long`,
  TOO_MANY_READINGS: ({ maximum }: { maximum: number }) => `must hold at most ${maximum} readings`,
  TOO_MANY_SECONDS: ({ maximum }: { maximum: number }) => `must cover at most ${maximum} seconds`,
  NOT_ONE_OF: ({ choices }: { choices: string }) => `must be one of ${choices}`,
  NOT_SOME_OF: ({ choices }: { choices: string }) => `must be one or more of ${choices}`,
  NOT_LIST_OF: ({ choices }: { choices: string }) =>
    `must be one or several of ${choices}, separated by commas`,

  BLANK: 'must not be blank',
  NOT_SINGLE_LINE: 'must be a single line without control characters or characters that reverse text',
  NOT_PLAIN_TEXT: 'must not contain control characters or characters that reverse text',
  NOT_VISIBLE: 'must contain a visible character',
  HAS_NUL: 'must not contain a NUL character',
  HAS_HALF_SURROGATE: 'must not contain half of a surrogate pair',
  NAME_NOT_ALLOWED: 'is not allowed as a name',
  NAME_HAS_BAD_CHARACTERS: 'has a name with characters that are not allowed',
  NESTED_TOO_DEEPLY: 'is nested too deeply',
  TOO_MANY_PARTS: 'has too many parts',
  LIKE_FORMULA: 'must not begin like a formula',
  NAMES_EQUAL: 'must have different names',

  NOT_UUID: 'must be a UUID',
  NOT_EMAIL: 'must be a valid e-mail address',
  NOT_SIGN_IN_NAME: 'must have 3 to 64 letters a-z, digits, dots, hyphens or underscores',
  NOT_PHONE: 'may hold digits, blanks and + ( ) - . only',
  NOT_MAC: 'must be a MAC address such as AA:BB:CC:DD:EE:FF',
  NOT_EXTERNAL_ID: 'must have 1 to 64 letters, digits or characters of : . _ -, and identify one device',
  NOT_SHARED: 'can be set of a shared device only',
  OWNER_OR_PLACE: 'must be given, or a place, and not both',
  NOT_EVENT_ID: 'must be 1 to 128 visible ASCII characters',
  NOT_BLOOD_PRESSURE: 'must be two whole numbers such as 120/80',
  BLOOD_PRESSURE_OUT_OF_RANGE:
    'must be a systolic value from 40 to 300 over a lower diastolic one from 20 to 200',
  NOT_ACTION: 'must be the name of an action',
  NOT_IDEMPOTENCY_KEY: 'must be 1 to 255 visible ASCII characters',
  NOT_ONE_CONTENT: 'must have either content or contentBase64',
  NOT_BASE64: 'must be base64',
  NOT_BASE64URL: ({ bytes }: { bytes: number }) => `must be ${bytes} bytes in base64url`,
  NOT_CURVE_POINT: 'must be a point of the curve P-256',
  NOT_MULTIPLE: ({ bytes }: { bytes: number }) => `must be a multiple of ${bytes} bytes`,
  OTHER_DEVICE: 'must be the device of the topic',
  NOT_MQTT_TOPIC: 'must be a topic of MQTT, with + and # only in place of a whole level, and not # alone',
  OWN_TOPIC: 'must not begin with MQTT_TOPIC_PREFIX: the service reads these topics anyway',
  RULE_NOT_ALLOWED: 'is only for the adapter json',
  RULE_REQUIRED: 'is required with the adapter json',

  NOT_DATE: 'must be a real date written YYYY-MM-DD',
  NOT_TIMESTAMP: 'must be an ISO 8601 timestamp',
  NOT_DATE_OR_TIMESTAMP: 'must be a real date (YYYY-MM-DD) or an ISO 8601 timestamp',
  NOT_FHIR_DATE: 'must be a date such as 2026, 2026-11 or 2026-11-03',
  NOT_MONTH: 'must be a month written YYYY-MM',
  MONTH_REQUIRED: 'must be given, as YYYY-MM',
  NOT_TIME: 'must be a time such as 08:30',
  NOT_TIME_ZONE: 'must be a time zone such as Europe/Madrid',
  NOT_DURATION: 'must be a duration such as 5m, 15m or 1h, a day at most',
  NOT_PAST: 'must lie in the past',
  IN_FUTURE: 'must not lie in the future',
  TOO_OLD: ({ days }: { days: number }) => `must be at most ${days} days old`,
  NOT_BEFORE: ({ field }: { field: string }) => `must lie before ${field}`,
  AFTER: ({ field }: { field: string }) => `must not lie after ${field}`,
  TOO_FAR_BEFORE: ({ days, field }: { days: number; field: string }) =>
    `must lie at most ${days} days before ${field}`,
  TOO_MANY_SPANS: ({ maximum }: { maximum: number }) => `must be long enough for at most ${maximum} spans`,
  NOT_FROM_LINK: 'must come from the link to the next page',

  NO_UPPERCASE: 'must contain an uppercase letter (A-Z)',
  NO_LOWERCASE: 'must contain a lowercase letter (a-z)',
  NO_DIGIT: 'must contain a digit (0-9)',
  NO_SPECIAL: 'must contain a special character (one of !@#$%^&*)',
  COMMON_PASSWORD: 'is one of the most common passwords; choose another',
  PASSWORDS_DIFFER: 'must be the same as the new password',
  PASSWORD_INCORRECT: 'Current password is incorrect',
  RESET_LINK_INVALID: 'This link is invalid, was used or has expired',
  PHONE_LINK_INVALID: 'This code is invalid, was used or has expired',
  INVITATION_INVALID: 'is not a valid invitation, or was used or has expired',
  NOT_PIN: 'must be 4 digits',
  PIN_TOO_SIMPLE: 'must not be a PIN that others would try first, such as 1111, 1234, 1212 or a year',
  WARD_UNKNOWN: 'must be a ward in which somebody lives, or which a team looks after',
  PIN_INCORRECT: 'is incorrect',
  NOT_CODE: 'must be the six digits of the message',
  CODE_WRONG: 'is wrong',
  CODE_EXPIRED: 'has expired; add the contact again for another',

  SELF: 'must be somebody else',
  NOT_MEMBERS: 'must be members of the team',
  NOT_OF_WARD: 'is no caregiver of this ward',
  HEART_RATES_TOO_CLOSE: ({ minimum }: { minimum: number }) =>
    `must be at least ${minimum} above heartRateLow`,
  URGENT_ABOVE_LOW: 'must not be above batteryLow',

  STEPS_OUT_OF_ORDER: 'must be in the order of their times',
  TOO_MANY_STEPS: 'must not be more than there are',
  NO_CHANNELS: ({ choices }: { choices: string }) => `must be all, best or a list of ${choices}`,
  REACHES_NOBODY: 'must notify people within 10 minutes, by more than live and webhooks',

  CHANNEL_NOT_SET_UP: ({ channel }: { channel: string }) => `${channel} is not set up here`,
  ADDRESS_REFUSED: 'was refused by the mail server',
  NOT_URL: 'must be a URL',
  NOT_HTTPS: 'must begin with https://',
  NOT_HTTP: 'must begin with https:// or http://',
  HAS_CREDENTIALS: 'must not contain a user name or password',
  PRIVATE_ADDRESS: 'must not be an address in a private network',
  NOT_TOPIC: 'must be the URL of a topic, such as https://ntfy.sh/my-topic',
  OTHER_NTFY_SERVER: ({ servers }: { servers: string }) => `must be a topic on ${servers}`,

  TOO_MANY_COLUMNS: ({ maximum, line }: { maximum: number; line: number }) =>
    `has more than ${maximum} columns in line ${line}`,
} as const satisfies Record<string, string | ((details: never) => string)>

export type ProblemCode = keyof typeof fieldMessages

type Details = Record<string, string | number>

/** What is wrong with a value, as data. */
export interface Problem {
  code: ProblemCode
  details?: Details
}

/** What is wrong with a field of a request. */
export interface FieldProblem extends Problem {
  field: string
}

type DetailsOf<Code extends ProblemCode> = (typeof fieldMessages)[Code] extends (
  details: infer Values,
) => string
  ? [details: Values]
  : []

/**
 * Zod keeps nothing but a text with an issue, so the data of each text that was written is found again by the text.
 * There are few: their details are limits and names in the schemas, never what was sent.
 */
const written = new Map<string, Problem>()

/** The text of a problem, to be given to Zod or invalidFields. */
export function fieldMessage<Code extends ProblemCode>(code: Code, ...[details]: DetailsOf<Code>): string {
  const text: string | ((details: never) => string) = fieldMessages[code]
  const message = typeof text === 'string' ? text : text(details as never)
  if (!written.has(message))
    written.set(message, { code, ...(details ? { details: details as Details } : {}) })
  return message
}

/** The data of a text that fieldMessage wrote. */
export const problemOf = (message: string): Problem => written.get(message) ?? { code: 'INVALID' }
