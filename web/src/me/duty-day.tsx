import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { copyToAllDays, endsNextDay, type HoursRow, newRow, type Weekday, weekdays } from './duty-hours.ts'
import { TimeField } from './time-field.tsx'

export interface DutyDayProps {
  day: Weekday
  /** Of the whole week. */
  rows: readonly HoursRow[]
  onChange(rows: HoursRow[]): void
}

/** One day of the week with its hours. */
export function DutyDay({ day, rows, onChange }: DutyDayProps) {
  const { t, i18n } = useTranslation()
  const name = dayName(day, i18n.resolvedLanguage ?? 'en')
  const own = rows.filter((row) => row.day === day)
  const isFirstWithHours =
    own.length > 0 && weekdays.find((each) => rows.some((row) => row.day === each)) === day
  const change = (key: number, changes: Partial<HoursRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  return (
    <section className="duty-day" aria-labelledby={`duty-${day}`}>
      <h3 id={`duty-${day}`}>{name}</h3>
      {own.map((row) => (
        <div key={row.key} className="duty-hours">
          <TimeField
            label={t('me.duty.from', { day: name })}
            value={row.from}
            onChange={(from) => change(row.key, { from })}
          />
          <span aria-hidden="true">–</span>
          <TimeField
            label={t('me.duty.to', { day: name })}
            value={row.to}
            onChange={(to) => change(row.key, { to })}
          />
          <Button
            look="quiet"
            aria-label={t('me.duty.removeHours', { day: name, from: row.from, to: row.to })}
            onPress={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <span aria-hidden="true">✕</span>
          </Button>
          {endsNextDay(row) && <span className="muted">{t('me.duty.nextDay')}</span>}
        </div>
      ))}
      <div className={own.length === 0 ? 'row duty-free' : 'row'}>
        {own.length === 0 && <span className="muted">{t('me.duty.free')}</span>}
        <Button look="quiet" onPress={() => onChange([...rows, newRow(day)])}>
          <span aria-hidden="true">+</span>
          <span>
            {t('me.duty.addHours')} <span className="visually-hidden">({name})</span>
          </span>
        </Button>
        {isFirstWithHours && (
          <Button look="quiet" onPress={() => onChange(copyToAllDays(rows, day))}>
            {t('me.duty.copy')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** 2024 began with a Monday. */
function dayName(day: Weekday, language: string): string {
  const date = new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)))
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date)
}
