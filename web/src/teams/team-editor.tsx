import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonPicker } from '../admin/people-picker.tsx'
import type { User } from '../admin/people-queries.ts'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { TextField } from '../ui/text-field.tsx'
import { useTeamAct } from './team-queries.ts'

type Team = Schema<'TeamDetail'>
type Kind = 'member' | 'patient'

async function add(kind: Kind, id: string, personId: string): Promise<unknown> {
  if (kind === 'member') {
    const params = { path: { id, caregiverId: personId } }
    return request(api.POST('/api/admin/teams/{id}/members/{caregiverId}', { params }))
  }
  const params = { path: { id, patientId: personId } }
  return request(api.POST('/api/admin/teams/{id}/patients/{patientId}', { params }))
}

async function remove(kind: Kind, id: string, personId: string): Promise<unknown> {
  if (kind === 'member') {
    const params = { path: { id, caregiverId: personId } }
    return request(api.DELETE('/api/admin/teams/{id}/members/{caregiverId}', { params }))
  }
  const params = { path: { id, patientId: personId } }
  return request(api.DELETE('/api/admin/teams/{id}/patients/{patientId}', { params }))
}

/** The members and the patients of a team, to be added and removed. */
export function TeamPeople({ team }: { team: Team }) {
  return (
    <>
      <People kind="member" team={team} people={team.members} />
      <People kind="patient" team={team} people={team.patients} />
    </>
  )
}

/** Changes the name and ward of a team, and deletes it. */
export function TeamSettings({ team }: { team: Team }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const act = useTeamAct()
  const [isAsking, setAsking] = useState(false)
  const deleteTeam = async () => {
    await request(api.DELETE('/api/admin/teams/{id}', { params: { path: { id: team.id } } }))
    await navigate({ to: '/teams', replace: true })
  }
  return (
    <section className="card" aria-labelledby="team-settings">
      <h2 id="team-settings">{t('teams.settings')}</h2>
      <TeamForm team={team} onDelete={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={t('teams.delete')}
          confirmLabel={t('teams.delete')}
          onConfirm={() => act.mutateAsync(deleteTeam)}
          onClose={() => setAsking(false)}
        >
          <p>{t('teams.deleteAbout', { name: team.name })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function TeamForm({ team, onDelete }: { team: Team; onDelete(): void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const act = useTeamAct()
  const [name, setName] = useState(team.name)
  const [site, setSite] = useState(team.site ?? '')
  const [ward, setWard] = useState(team.ward ?? '')
  function save(isMeant: boolean) {
    const body = { name, site: site.trim() || null, ward: ward.trim() || null }
    const params = {
      path: { id: team.id },
      query: { withoutCaregivers: isMeant ? 'true' : 'false' },
    } as const
    act.mutate(() => request(api.PUT('/api/admin/teams/{id}', { params, body })))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    save(false)
  }
  // Another team may have the name, too, which is no question of meaning it.
  const isUnattended = act.error instanceof ApiError && act.error.code === 'TEAM_LEAVES_PATIENTS'
  return (
    <form className="form" onSubmit={submit}>
      <TextField label={t('teams.name')} value={name} onChange={setName} maxLength={100} />
      <TextField label={t('teams.site')} value={site} onChange={setSite} maxLength={100} />
      <TextField label={t('teams.ward')} value={ward} onChange={setWard} maxLength={100} />
      <div role="status">
        {act.isError && <Notice tone="caution">{errorText(act.error)}</Notice>}
        {act.isSuccess && <Notice tone="good">{t('teams.saved')}</Notice>}
      </div>
      <FormActions submitText={t('teams.save')} isPending={act.isPending} isDisabled={!name.trim()}>
        {isUnattended && <Button onPress={() => save(true)}>{t('teams.saveAnyway')}</Button>}
        <Button onPress={onDelete}>{t('teams.delete')}</Button>
      </FormActions>
    </form>
  )
}

interface PeopleProps {
  kind: Kind
  team: Team
  people: readonly { id: string; name: string; room?: string | null; chosen?: boolean }[]
}

function People({ kind, team, people }: PeopleProps) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const act = useTeamAct()
  const [person, setPerson] = useState<User>()
  const isMember = kind === 'member'
  // A resident of the ward can be chosen as well; whoever was chosen cannot be again.
  const taken = people.filter(({ chosen }) => isMember || chosen).map(({ id }) => id)
  const addPerson = (one: User) =>
    act.mutate(async () => {
      await add(kind, team.id, one.id)
      setPerson(undefined)
    })
  return (
    <section className="card stack">
      <h2>{t(isMember ? 'teams.members' : 'teams.patients')}</h2>
      <ul className="team-people">
        {people.map(({ id, name, room, chosen }) => (
          <li key={id} className="team-person">
            <span>
              {name}
              {room && <span className="muted"> · {placeText({ room })}</span>}
              {chosen && <span className="muted"> · {t('teams.chosen')}</span>}
            </span>
            {(isMember || chosen) && (
              <Button
                aria-label={t('teams.removeMember', { name })}
                isDisabled={act.isPending}
                onPress={() => act.mutate(() => remove(kind, team.id, id))}
              >
                {t('teams.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ErrorNotice error={act.error} />
      <PersonPicker
        label={t(isMember ? 'teams.addMember' : 'teams.addPatient')}
        filter={{ role: isMember ? 'CAREGIVER' : 'PATIENT' }}
        value={person}
        onChange={setPerson}
        exceptIds={taken}
      />
      {person && (
        <div className="form-actions">
          <Button look="primary" isPending={act.isPending} onPress={() => addPerson(person)}>
            {t('teams.adding')}
          </Button>
        </div>
      )}
    </section>
  )
}
