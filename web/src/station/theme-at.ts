export type Theme = 'light' | 'dark'

/** What somebody chose at the tablet, and until when. */
export interface ChosenTheme {
  theme: Theme
  untilMs: number
}

const nightBegins = 21
const nightEnds = 6

const isNight = (at: Date) => at.getHours() >= nightBegins || at.getHours() < nightEnds

/** When the night begins or ends next, by the clock on the wall. */
export function nextChange(at: Date): Date {
  const next = new Date(at)
  if (at.getHours() >= nightBegins) next.setDate(at.getDate() + 1)
  next.setHours(isNight(at) ? nightEnds : nightBegins, 0, 0, 0)
  return next
}

/** Dark at night and, by day, what the tablet is set to; what somebody chose lasts until the next change. */
export function themeAt(now: Date, chosen: ChosenTheme | undefined, isSystemDark: boolean): Theme {
  const isChosen = chosen && chosen.untilMs > now.getTime() && chosen.untilMs <= nextChange(now).getTime()
  if (isChosen) return chosen.theme
  return isNight(now) || isSystemDark ? 'dark' : 'light'
}
