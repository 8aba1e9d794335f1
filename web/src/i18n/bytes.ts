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
