import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/notice.tsx'
import { type RotaTeam, type Warnings, type Week, warningsOf } from './rota-week.ts'
import { useDayNames } from './use-day-names.ts'

/** More would hide what is below; who fills one gap sees the next. */
const maxLines = 8

/** The hours of a week without a shift, and the shifts with nobody in them. */
export function RotaWarnings({ teams, week }: { teams: readonly RotaTeam[]; week: Week }) {
  const { t } = useTranslation()
  const linesOf = useWarningLines()
  const lines = teams.flatMap((team) =>
    linesOf(warningsOf(week[team.id] ?? [])).map((line) => ({ team: team.name, line })),
  )
  return (
    <div role="status">
      {lines.length > 0 && (
        <Notice tone="caution">
          <div className="stack">
            <strong>{t('teams.warnings')}</strong>
            <ul>
              {lines.slice(0, maxLines).map(({ team, line }) => (
                <li key={`${team} ${line}`}>{`${team}: ${line}`}</li>
              ))}
            </ul>
            {lines.length > maxLines && (
              <span>{t('teams.moreWarnings', { count: lines.length - maxLines })}</span>
            )}
          </div>
        </Notice>
      )}
    </div>
  )
}

function useWarningLines() {
  const { t } = useTranslation()
  const { shortDay, daysText } = useDayNames()
  return ({ gaps, empty }: Warnings): string[] => {
    const ofHours = new Map<string, typeof gaps>()
    for (const gap of gaps) {
      const isShort = gap.from.weekday === gap.to.weekday || gap.from.time >= gap.to.time
      const key = isShort ? `${gap.from.time} ${gap.to.time}` : JSON.stringify(gap)
      ofHours.set(key, [...(ofHours.get(key) ?? []), gap])
    }
    const gapLines = [...ofHours.values()].map((same) => {
      const [first] = same
      if (!first) return ''
      if (same.length > 1) {
        const days = daysText(same.map(({ from }) => from.weekday))
        return t('teams.gapOnDays', { days, from: first.from.time, to: first.to.time })
      }
      return t('teams.gap', {
        from: `${shortDay(first.from.weekday)} ${first.from.time}`,
        to: `${shortDay(first.to.weekday)} ${first.to.time}`,
      })
    })
    const emptyLines = empty.map(({ from, to, days }) =>
      t('teams.emptyShift', { from, to, days: daysText(days) }),
    )
    return [...gapLines, ...emptyLines]
  }
}
