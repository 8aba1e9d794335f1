import { useTranslation } from 'react-i18next'
import { type Weekday, weekdays } from '../me/duty-hours.ts'
import { Button } from '../ui/button.tsx'
import { type RotaTeam, rowsOf, type ShiftPlace, type ShiftRow, sameDays, type Week } from './rota-week.ts'
import { useDayNames } from './use-day-names.ts'

export interface RotaGridProps {
  teams: readonly RotaTeam[]
  week: Week
  /** Without it, the week is only shown. */
  onEdit?: ((place: ShiftPlace) => void) | undefined
  /** That of a team, in a narrow window: the next below the one above it. */
  heading?: 'h2' | 'h3'
}

const daysOf = ({ days }: ShiftRow): Weekday[] => weekdays.filter((day) => days[day] !== undefined)

/** A week: teams and shifts by days. On a phone it is a list, in which days with the same people are one line. */
export function RotaGrid(props: RotaGridProps) {
  return (
    <>
      <WeekTable {...props} />
      <WeekList {...props} />
    </>
  )
}

function useNames({ members }: RotaTeam) {
  const { t } = useTranslation()
  return (ids: readonly string[] | undefined) =>
    ids === undefined
      ? t('teams.noShift')
      : members
          .filter(({ id }) => ids.includes(id))
          .map(({ name }) => name)
          .join(', ') || t('teams.nobody')
}

function WeekTable({ teams, week, onEdit }: RotaGridProps) {
  const { t } = useTranslation()
  const { longDay } = useDayNames()
  return (
    <table className="rota-grid">
      <caption className="visually-hidden">{t('teams.rota')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('teams.shiftTimes')}</th>
          {weekdays.map((day) => (
            <th key={day} scope="col">
              {longDay(day)}
            </th>
          ))}
        </tr>
      </thead>
      {teams.map((team) => (
        <tbody key={team.id}>
          <tr>
            <th colSpan={weekdays.length + 1} scope="rowgroup" className="rota-team">
              <TeamHead team={team} onEdit={onEdit} />
            </th>
          </tr>
          {rowsOf(week[team.id] ?? []).map((row) => (
            <TableRow key={`${row.from} ${row.to}`} team={team} row={row} onEdit={onEdit} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface TeamHeadProps extends Pick<RotaGridProps, 'onEdit'> {
  team: RotaTeam
}

function TeamHead({ team, onEdit }: TeamHeadProps) {
  const { t } = useTranslation()
  return (
    <span className="rota-team-head">
      <span>{team.name}</span>
      {onEdit && (
        <Button
          look="quiet"
          aria-label={`${t('teams.addShift')}: ${team.name}`}
          onPress={() => onEdit({ teamId: team.id, days: weekdays })}
        >
          {t('teams.addShift')}
        </Button>
      )}
    </span>
  )
}

interface RowProps extends TeamHeadProps {
  row: ShiftRow
}

function TableRow({ team, row, onEdit }: RowProps) {
  const { longDay } = useDayNames()
  const names = useNames(team)
  const { from, to } = row
  return (
    <tr>
      <th scope="row">
        <RowButton team={team} row={row} onEdit={onEdit} />
      </th>
      {weekdays.map((day) => {
        const ids = row.days[day]
        const text = names(ids)
        return (
          <td key={day} className={ids?.length === 0 ? 'rota-empty' : undefined}>
            {onEdit ? (
              <Button
                look="quiet"
                aria-label={`${team.name}, ${from} – ${to}, ${longDay(day)}: ${text}`}
                onPress={() => onEdit({ teamId: team.id, hours: { from, to }, days: [day] })}
              >
                {text}
              </Button>
            ) : (
              text
            )}
          </td>
        )
      })}
    </tr>
  )
}

function RowButton({ team, row, onEdit }: RowProps) {
  const { t } = useTranslation()
  const { from, to } = row
  const text = `${from} – ${to}`
  if (!onEdit) return text
  return (
    <Button
      aria-label={t('teams.editShift', { team: team.name, from, to })}
      onPress={() => onEdit({ teamId: team.id, hours: { from, to }, days: daysOf(row) })}
    >
      {text}
    </Button>
  )
}

function WeekList({ teams, week, onEdit, heading: Heading = 'h3' }: RotaGridProps) {
  return (
    <div className="rota-list stack">
      {teams.map((team) => (
        <section key={team.id} className="stack" aria-label={team.name}>
          <Heading>
            <TeamHead team={team} onEdit={onEdit} />
          </Heading>
          <ul className="rota-rows">
            {rowsOf(week[team.id] ?? []).map((row) => (
              <ListedRow key={`${row.from} ${row.to}`} team={team} row={row} onEdit={onEdit} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ListedRow({ team, row, onEdit }: RowProps) {
  const { daysText } = useDayNames()
  const names = useNames(team)
  const { from, to } = row
  return (
    <li className="rota-row">
      <RowButton team={team} row={row} onEdit={onEdit} />
      <ul>
        {sameDays(row).map(({ days, caregiverIds }) => {
          const text = `${daysText(days)}: ${names(caregiverIds)}`
          return (
            <li key={days.join()} className={caregiverIds?.length === 0 ? 'rota-empty' : undefined}>
              {onEdit ? (
                <Button
                  look="quiet"
                  aria-label={`${team.name}, ${from} – ${to}, ${text}`}
                  onPress={() => onEdit({ teamId: team.id, hours: { from, to }, days })}
                >
                  {text}
                </Button>
              ) : (
                text
              )}
            </li>
          )
        })}
      </ul>
    </li>
  )
}
