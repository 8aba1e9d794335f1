/** The prefix that distinguishes a device key from a token. */
export const deviceKeyPrefix = 'fwk_'
