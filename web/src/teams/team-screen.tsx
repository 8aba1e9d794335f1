import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Handovers } from './handovers.tsx'
import { Rota } from './rota.tsx'
import { TeamPeople, TeamSettings } from './team-editor.tsx'
import { ownTeamsQuery, teamQuery } from './team-queries.ts'
import { UnconfirmedResidents } from './unconfirmed-residents.tsx'
import './teams.css'

/** One team: its handover notes and rota, and for admins everything that can be changed. */
export function TeamScreen() {
  const { teamId } = useParams({ from: '/signed-in/teams/$teamId' })
  const me = useMe()
  return me.role === 'ADMIN' ? <AdminTeam teamId={teamId} /> : <OwnTeam teamId={teamId} />
}

function OwnTeam({ teamId }: { teamId: string }) {
  const { t } = useTranslation()
  const teams = useQuery(ownTeamsQuery)
  const team = teams.data?.find(({ id }) => id === teamId)
  return (
    <>
      <ScreenTitle>{team?.name ?? t('teams.title')}</ScreenTitle>
      <div className="stack">
        <Handovers teamId={teamId} />
        <Rota teamId={teamId} name={team?.name ?? ''} members={team?.members ?? []} />
        {team && (
          <section className="card">
            <h2>{t('teams.members')}</h2>
            <p>{team.members.map(({ name }) => name).join(', ')}</p>
          </section>
        )}
      </div>
    </>
  )
}

function AdminTeam({ teamId }: { teamId: string }) {
  const placeText = usePlaceText()
  return (
    <QueryState query={useQuery(teamQuery(teamId))}>
      {(team) => (
        <>
          <ScreenTitle>{team.name}</ScreenTitle>
          <p className="muted">{placeText(team)}</p>
          <UnconfirmedResidents team={team} />
          <Rota teamId={teamId} name={team.name} members={team.members} isEditable />
          <div className="team-columns">
            <TeamPeople team={team} />
            <TeamSettings team={team} />
          </div>
          <Handovers teamId={teamId} />
        </>
      )}
    </QueryState>
  )
}
