/** A help credential begins with this, so that whoever finds one knows what it is. */
export const helpTokenPrefix = 'fwh_'

/** It has 256 random bits. What does not look like one costs no statement. */
const helpToken = /^fwh_[\w-]{43}$/

export const isHelpToken = (text: string) => helpToken.test(text)
