export const secondsPerMinute = 60
export const secondsPerHour = 60 * secondsPerMinute
export const secondsPerDay = 24 * secondsPerHour

export const minutesPerDay = 24 * 60

export const msPerSecond = 1000
export const msPerMinute = secondsPerMinute * msPerSecond
export const msPerHour = secondsPerHour * msPerSecond
export const msPerDay = secondsPerDay * msPerSecond

const unitSeconds: Record<string, number> = {
  s: 1,
  m: secondsPerMinute,
  h: secondsPerHour,
  d: secondsPerDay,
}

/** Reads `30m`, `24h`, `7d`, `45s` or a bare number of seconds; undefined when it is none of them. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})([smhd]?)$/.exec(text.trim())
  if (!match) return undefined
  const seconds = Number(match[1]) * (unitSeconds[match[2] || 's'] ?? 0)
  return seconds > 0 ? seconds : undefined
}
