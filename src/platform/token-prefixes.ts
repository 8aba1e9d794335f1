/** The prefix that distinguishes a device key from a token. */
export const deviceKeyPrefix = 'fwk_'

/** A help credential begins with this, so that whoever finds one knows what it is. */
export const helpTokenPrefix = 'fwh_'

/** The secret in the URL of a webhook in begins with this. */
export const intakeTokenPrefix = 'fwi_'

/** A help credential has 256 random bits. What does not look like one costs no statement. */
const helpToken = /^fwh_[\w-]{43}$/

export const isHelpToken = (text: string) => helpToken.test(text)

/** The prefix that distinguishes the token of an outside reader from that of a session. */
export const shareTokenPrefix = 'fws_'
