import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useDraft } from '../shell/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { RotaGrid } from './rota-grid.tsx'
import { RotaWarnings } from './rota-warnings.tsx'
import {
  isSame,
  rowsOf,
  type ShiftEdit,
  type ShiftPlace,
  type Week,
  weekOf,
  withEdit,
  withUsualShifts,
} from './rota-week.ts'
import { ShiftDialog } from './shift-dialog.tsx'
import { rotasQuery, useTeamAct } from './team-queries.ts'

/** As many as fit into a request, with many shifts and people. */
const teamsPerRequest = 5

/** Changes the week of all teams, or of one. Nothing applies before it is saved; until then it is kept. */
export function RotaEditor({ teamId }: { teamId?: string }) {
  return (
    <QueryState query={useQuery(rotasQuery)}>
      {({ teams, timeZone }) => (
        <Editor
          teams={teamId === undefined ? teams : teams.filter(({ id }) => id === teamId)}
          timeZone={timeZone}
          isOfAll={teamId === undefined}
        />
      )}
    </QueryState>
  )
}

interface EditorProps {
  teams: readonly Schema<'RotaOfTeam'>[]
  timeZone: string
  isOfAll: boolean
}

function Editor({ teams, timeZone, isOfAll }: EditorProps) {
  const { t } = useTranslation()
  const act = useTeamAct()
  const [draft, setDraft] = useDraft('rota')
  const [place, setPlace] = useState<ShiftPlace>()
  const saved = weekOf(teams)
  const week: Week = draft ? { ...saved, ...(JSON.parse(draft) as Week) } : saved
  const isEmpty = teams.some(({ id }) => !week[id]?.length)
  const changed = teams.filter(({ id }) => !isSame(week[id], saved[id]))
  /** The drafts of teams that are not on this screen stay. */
  const ofOthers = (): Week => Object.fromEntries(Object.entries(week).filter(([id]) => !(id in saved)))
  const keep = (weeks: Week) => setDraft(Object.keys(weeks).length > 0 ? JSON.stringify(weeks) : '')
  const change = (next: Week) => {
    // A draft of a team that was not changed here would undo what another admin changes meanwhile.
    const own = Object.entries(next).filter(([id, shifts]) => id in saved && !isSame(shifts, saved[id]))
    keep({ ...ofOthers(), ...Object.fromEntries(own) })
    act.reset()
  }

  const save = () =>
    act.mutate(async () => {
      const bodies = changed.map(({ id, members }) => ({
        teamId: id,
        shifts: ofMembers(week[id] ?? [], members),
      }))
      for (let i = 0; i < bodies.length; i += teamsPerRequest) {
        const body = { teams: bodies.slice(i, i + teamsPerRequest) }
        await request(api.PUT('/api/admin/rotas', { body }))
      }
      keep(ofOthers())
    })

  const places = teams.flatMap(({ id, name }) =>
    rowsOf(week[id] ?? []).map((row) => ({
      place: { teamId: id, hours: { from: row.from, to: row.to }, days: daysOf(row.days) },
      title: `${name}, ${row.from} – ${row.to}`,
    })),
  )
  const indexOf = ({ teamId, hours }: ShiftPlace) =>
    places.findIndex(
      ({ place: one }) =>
        one.teamId === teamId && one.hours.from === hours?.from && one.hours.to === hours?.to,
    )
  const following = place?.hours && places[indexOf(place) + 1]

  function edit(edited: ShiftEdit, andNext: boolean) {
    if (!place) return
    change(withEdit(week, teams, place, edited))
    setPlace(andNext ? following?.place : undefined)
  }

  return (
    <div className="stack">
      <p className="muted">{t(isOfAll ? 'teams.rotaOfAllAbout' : 'teams.rotaAbout', { timeZone })}</p>
      <RotaWarnings teams={teams} week={week} />
      {isEmpty && teams.length > 0 && (
        <Notice>
          <span>{t('teams.usualAbout')}</span>
          <Button look="primary" onPress={() => change(withUsualShifts(week, teams))}>
            {t('teams.usual')}
          </Button>
        </Notice>
      )}
      <RotaGrid teams={teams} week={week} onEdit={setPlace} heading={isOfAll ? 'h2' : 'h3'} />
      <ErrorNotice error={act.error} />
      <div className="rota-save" role="status">
        {changed.length > 0 && <span>{t('teams.unsaved')}</span>}
        {changed.length === 0 && act.isSuccess && <Notice tone="good">{t('teams.saved')}</Notice>}
      </div>
      {changed.length > 0 && (
        <div className="form-actions">
          <Button look="primary" isPending={act.isPending} onPress={save}>
            {t('teams.saveRota')}
          </Button>
          <Button isDisabled={act.isPending} onPress={() => keep(ofOthers())}>
            {t('teams.discardRota')}
          </Button>
        </div>
      )}
      {place && (
        <ShiftDialog
          key={JSON.stringify(place)}
          place={place}
          teams={teams}
          {...peopleAt(week, place)}
          next={following?.title}
          onSave={edit}
          onClose={() => setPlace(undefined)}
        />
      )}
    </div>
  )
}

const daysOf = (days: ReturnType<typeof rowsOf>[number]['days']) => Object.keys(days) as (keyof typeof days)[]

/** Somebody may have left the team since the draft was begun. */
const ofMembers = (shifts: Week[string], members: readonly { id: string }[]) =>
  shifts.map((shift) => ({
    ...shift,
    caregiverIds: shift.caregiverIds.filter((id) => members.some((member) => member.id === id)),
  }))

/** Who works in a part of the week, and whether its days differ. */
function peopleAt(week: Week, { teamId, hours, days }: ShiftPlace) {
  const shifts = (week[teamId] ?? []).filter(
    ({ weekday, from, to }) => from === hours?.from && to === hours.to && days.includes(weekday),
  )
  const caregiverIds = [...new Set(shifts.flatMap((shift) => shift.caregiverIds))]
  const isMixed = shifts.some((shift) => shift.caregiverIds.length !== caregiverIds.length)
  return { caregiverIds, isMixed }
}
