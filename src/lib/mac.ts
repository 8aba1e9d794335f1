/**
 * Colons, hyphens or neither, in any case; all zeros and all ones are nobody's address. Without a flag: the description
 * of the API holds the expression alone.
 */
export const macPattern =
  /^\s*(?!(?:00[:-]?){6}\s*$)(?!(?:[Ff]{2}[:-]?){6}\s*$)(?:[0-9A-Fa-f]{12}|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5})\s*$/

/** As the service writes it. */
export const canonicalMac = /^(?!(?:00:){5}00$)(?!(?:FF:){5}FF$)(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/

/** normalizeMac writes what matches the pattern as AA:BB:CC:DD:EE:FF. */
export function normalizeMac(text: string): string {
  if (canonicalMac.test(text)) return text
  return text
    .replace(/[\s:-]/g, '')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:')
}
