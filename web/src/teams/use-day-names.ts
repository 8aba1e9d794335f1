import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/formats.ts'
import { type Weekday, weekdays } from '../me/duty-hours.ts'

/** Names weekdays in the language of the page; the first of January 2024 was a Monday. */
export function useDayNames() {
  const { t, i18n } = useTranslation()
  const locale = localeOf(i18n.resolvedLanguage)
  const name = (weekday: 'long' | 'short') => {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
    return (day: Weekday) => format.format(new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))))
  }
  const [longDay, shortDay] = [name('long'), name('short')]
  /** Days in a row are named by the first and the last. */
  function daysText(days: readonly Weekday[]): string {
    if (days.length === weekdays.length) return t('teams.everyDay')
    const runs: Weekday[][] = []
    for (const day of weekdays.filter((one) => days.includes(one))) {
      const run = runs.at(-1)
      const last = run?.at(-1)
      if (run && last && weekdays.indexOf(last) + 1 === weekdays.indexOf(day)) run.push(day)
      else runs.push([day])
    }
    const textOf = (run: Weekday[]) =>
      run.length > 2
        ? `${shortDay(run[0] as Weekday)} – ${shortDay(run.at(-1) as Weekday)}`
        : run.map(shortDay).join(', ')
    return runs.map(textOf).join(', ')
  }
  return { longDay, shortDay, daysText }
}
