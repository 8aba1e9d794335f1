import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { FormActions } from '../ui/form-actions.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Stations } from './stations.tsx'
import { allTeamsQuery, ownTeamsQuery, useTeamAct } from './team-queries.ts'
import './teams.css'

/** Lists the teams of a caregiver, or for an admin all, with the stations. */
export function TeamsScreen() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <>
      <ScreenTitle>{t('teams.title')}</ScreenTitle>
      {me.role === 'ADMIN' ? <AllTeams /> : <OwnTeams />}
    </>
  )
}

function OwnTeams() {
  const { t } = useTranslation()
  return (
    <QueryState query={useQuery(ownTeamsQuery)}>
      {(teams) => <TeamList teams={teams} none={t('teams.noneOwn')} />}
    </QueryState>
  )
}

function AllTeams() {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <QueryState query={useQuery(allTeamsQuery)}>
        {(teams) => (
          <>
            {teams.length > 0 && (
              <p>
                <ButtonLink to="/rota">{t('teams.rotaOfAll')}</ButtonLink>
              </p>
            )}
            <TeamList teams={teams} none={t('teams.none')} />
          </>
        )}
      </QueryState>
      <div className="team-columns">
        <NewTeam />
        <Stations />
      </div>
    </div>
  )
}

interface TeamListProps {
  teams: readonly { id: string; name: string; site: string | null; ward: string | null }[]
  none: string
}

function TeamList({ teams, none }: TeamListProps) {
  if (teams.length === 0) return <p className="muted">{none}</p>
  return (
    <ul className="team-list">
      {teams.map(({ id, name, site, ward }) => (
        <li key={id}>
          <Link to="/teams/$teamId" params={{ teamId: id }} className="card team-link">
            <strong>{name}</strong>
            <span className="muted">{[site, ward].filter(Boolean).join(', ')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NewTeam() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const act = useTeamAct()
  const [name, setName] = useState('')
  const [site, setSite] = useState('')
  const [ward, setWard] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const body = { name, site: site.trim() || null, ward: ward.trim() || null }
    act.mutate(async () => {
      await request(api.POST('/api/admin/teams', { body }))
      setName('')
      setSite('')
      setWard('')
    })
  }
  return (
    <form className="card form" onSubmit={submit}>
      <h2>{t('teams.new')}</h2>
      <TextField
        label={t('teams.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        error={act.isError ? errorText(act.error) : undefined}
      />
      <TextField label={t('teams.site')} value={site} onChange={setSite} maxLength={100} />
      <TextField label={t('teams.ward')} value={ward} onChange={setWard} maxLength={100} />
      <FormActions submitText={t('teams.add')} isPending={act.isPending} isDisabled={!name.trim()} />
    </form>
  )
}
