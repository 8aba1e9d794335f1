const monthCount = 24

/** The current month and those before, as `2026-11`, the newest first. */
export function recentMonths(now: Date): string[] {
  return Array.from({ length: monthCount }, (_, i) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - i))
    return month.toISOString().slice(0, 7)
  })
}

/** A month in words. */
export const monthName = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
