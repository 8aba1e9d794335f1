/** The address that calls a number, which people write with blanks and brackets. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`
