/**
 * The two style elements that react-aria adds to a page, for touch and for scrolling; the second one on iOS only. They are
 * allowed by their text, which an update of that package may change: the browser reports the new hash.
 */
const libraryStyles = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
]

/**
 * The policy of the console: code, styles and data come from the service alone, and nothing inline runs. Strings become
 * code only through the policies `fallwatch` and `default`; React needs neither, registering a service worker does.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${libraryStyles.join(' ')}`,
  "img-src 'self' data:",
  "font-src 'self'",
  // The sound of an alarm.
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default fallwatch',
].join('; ')

/** Every file has them: a service worker takes its policy from the response with its script. */
export const consoleHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}
