import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { localeOf } from '../i18n/formats.ts'
import { type Weekday, weekdays } from '../me/duty-hours.ts'
import { TimeField } from '../me/time-field.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { rotaQuery, useTeamAct } from './team-queries.ts'

type Member = Schema<'TeamMember'>

interface ShiftRow {
  key: number
  weekday: Weekday
  from: string
  to: string
  caregiverIds: string[]
}

/** dayName is the name of a weekday; the first of January 2024 was a Monday. */
const dayName = (day: Weekday, language: string | undefined) =>
  new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))),
  )

/** Rota shows the weekly shifts of a team; with its members, as for admins, they can be changed. */
export function Rota({ teamId, members }: { teamId: string; members?: readonly Member[] }) {
  const { t, i18n } = useTranslation()
  const rota = useQuery(rotaQuery(teamId))
  return (
    <section className="card stack" aria-labelledby="rota">
      <h2 id="rota">{t('teams.rota')}</h2>
      <QueryState query={rota}>
        {({ shifts, onDuty, timeZone }) => (
          <>
            <p className="muted">{t('teams.rotaAbout', { timeZone })}</p>
            {shifts.length === 0 ? (
              <p>{t('teams.noRota')}</p>
            ) : (
              <p>
                {onDuty.length > 0
                  ? t('teams.onDuty', { names: onDuty.map(({ name }) => name).join(', ') })
                  : t('teams.nobodyOnDuty')}
              </p>
            )}
            {members ? (
              <RotaForm teamId={teamId} members={members} shifts={shifts} />
            ) : (
              <ul className="rota-shifts">
                {shifts.map(({ weekday, from, to, caregivers }) => (
                  <li
                    key={`${weekday} ${from} ${to} ${caregivers.map(({ id }) => id).join()}`}
                    className="rota-shift"
                  >
                    <strong>
                      {dayName(weekday, i18n.resolvedLanguage)} {from} – {to}
                    </strong>
                    <span>{caregivers.map(({ name }) => name).join(', ') || t('teams.nobody')}</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

interface RotaFormProps {
  teamId: string
  members: readonly Member[]
  shifts: Schema<'TeamRota'>['shifts']
}

let nextKey = 0

function RotaForm({ teamId, members, shifts }: RotaFormProps) {
  const { t } = useTranslation()
  const act = useTeamAct()
  const [rows, setRows] = useState<ShiftRow[]>(() =>
    shifts.map(({ caregivers, ...shift }) => ({
      ...shift,
      key: nextKey++,
      caregiverIds: caregivers.map(({ id }) => id),
    })),
  )
  const change = (key: number, changes: Partial<ShiftRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))

  function submit(event: FormEvent) {
    event.preventDefault()
    const isMember = (id: string) => members.some((member) => member.id === id)
    const body = {
      shifts: rows.map(({ key: _, caregiverIds, ...shift }) => ({
        ...shift,
        caregiverIds: caregiverIds.filter(isMember),
      })),
    }
    const params = { path: { id: teamId } }
    act.mutate(() => request(api.PUT('/api/admin/teams/{id}/rota', { params, body })))
  }

  return (
    <form className="rota-form" onSubmit={submit}>
      {rows.map((row) => (
        <ShiftFields
          key={row.key}
          row={row}
          members={members}
          onChange={(changes) => change(row.key, changes)}
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <ErrorNotice error={act.error} />
      <div className="form-actions">
        <Button
          onPress={() =>
            setRows([
              ...rows,
              { key: nextKey++, weekday: 'MON', from: '06:00', to: '14:00', caregiverIds: [] },
            ])
          }
        >
          {t('teams.addShift')}
        </Button>
        <Button
          type="submit"
          look="primary"
          isPending={act.isPending}
          isDisabled={rows.some(({ from, to }) => !from || !to)}
        >
          {t('teams.save')}
        </Button>
      </div>
      <div role="status">{act.isSuccess && <Notice tone="good">{t('teams.saved')}</Notice>}</div>
    </form>
  )
}

interface ShiftFieldsProps {
  row: ShiftRow
  members: readonly Member[]
  onChange(changes: Partial<ShiftRow>): void
  onRemove(): void
}

function ShiftFields({ row, members, onChange, onRemove }: ShiftFieldsProps) {
  const { t, i18n } = useTranslation()
  const day = dayName(row.weekday, i18n.resolvedLanguage)
  const toggle = (id: string) =>
    onChange({
      caregiverIds: row.caregiverIds.includes(id)
        ? row.caregiverIds.filter((each) => each !== id)
        : [...row.caregiverIds, id],
    })
  return (
    <fieldset className="rota-fields">
      <legend className="visually-hidden">{`${day} ${row.from} – ${row.to}`}</legend>
      <div className="rota-times">
        <SelectField
          label={t('teams.weekday')}
          value={row.weekday}
          options={weekdays.map((value) => ({ value, label: dayName(value, i18n.resolvedLanguage) }))}
          onChange={(weekday) => onChange({ weekday })}
        />
        <div className="rota-hours">
          <TimeField label={t('teams.shiftFrom')} value={row.from} onChange={(from) => onChange({ from })} />
          <span aria-hidden="true">–</span>
          <TimeField label={t('teams.shiftTo')} value={row.to} onChange={(to) => onChange({ to })} />
        </div>
        <Button aria-label={`${t('teams.removeShift')}: ${day} ${row.from} – ${row.to}`} onPress={onRemove}>
          {t('teams.remove')}
        </Button>
      </div>
      <div className="rota-members">
        {members.map(({ id, name }) => (
          <Choice key={id} checked={row.caregiverIds.includes(id)} onChange={() => toggle(id)}>
            {name}
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
