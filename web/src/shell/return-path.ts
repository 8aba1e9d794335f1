/**
 * Where somebody goes after signing in: the given path if it is one of this page, else undefined. Another
 * site could link here with its own address. Browsers resolve a path before they follow it, leaving out tabs and dots and
 * reading `\` as `/`: what counts is what is left of it.
 */
export function returnPath(given: unknown, origin: string): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('/') || !URL.canParse(given, origin)) return undefined
  const url = new URL(given, origin)
  const path = url.pathname + url.search + url.hash
  return url.origin === origin && !path.startsWith('//') ? path : undefined
}
