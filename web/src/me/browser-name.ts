/** Those that contain the names of others come first. */
const browsers = [
  [/\bEdg/, 'Edge'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const nameIn = (userAgent: string, known: typeof browsers | typeof systems) =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1]

/** What somebody recognises of how a browser names itself: `Chrome, Android`. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return ''
  return [nameIn(userAgent, browsers), nameIn(userAgent, systems)].filter(Boolean).join(', ')
}
