/** In seconds. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A time span in whole units, such as "1 day" or "1 minute, 30 seconds". */
export function formatDuration(language: string, seconds: number): string {
  let rest = seconds
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    if (count > 0 || (unit === 'second' && parts.length === 0)) parts.push(format.format(count))
  }
  return new Intl.ListFormat(language, { type: 'unit' }).format(parts)
}

const bytesPerMegabyte = 1_000_000
const bytesPerGigabyte = 1_000_000_000

/** Writes a size in megabytes, or in gigabytes from the first one on. */
export function formatBytes(language: string, bytes: number): string {
  const isLarge = bytes >= bytesPerGigabyte
  const unit = isLarge ? 'gigabyte' : 'megabyte'
  const value = bytes / (isLarge ? bytesPerGigabyte : bytesPerMegabyte)
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit, maximumFractionDigits: isLarge ? 1 : 0 },
  }).format(value)
}
