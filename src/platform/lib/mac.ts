/**
 * Colons, hyphens or neither, in any case, and neither all zeros nor all ones. The expression has no flags, because the
 * API description contains only its source.
 */
export const macPattern =
  /^\s*(?!(?:00[:-]?){6}\s*$)(?!(?:[Ff]{2}[:-]?){6}\s*$)(?:[0-9A-Fa-f]{12}|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5})\s*$/

/** The format that the service uses. */
export const canonicalMac = /^(?!(?:00:){5}00$)(?!(?:FF:){5}FF$)(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/

/** Converts a text that matches the pattern to AA:BB:CC:DD:EE:FF. */
export function normalizeMac(text: string): string {
  if (canonicalMac.test(text)) return text
  return text
    .replace(/[\s:-]/g, '')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:')
}
