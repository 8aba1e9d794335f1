import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryState } from '../ui/query-state.tsx'
import { RotaEditor } from './rota-editor.tsx'
import { RotaGrid } from './rota-grid.tsx'
import { RotaWarnings } from './rota-warnings.tsx'
import { rotaQuery } from './team-queries.ts'
import './rota.css'

export interface RotaProps {
  teamId: string
  name: string
  members: readonly { id: string; name: string }[]
  /** For admins. */
  isEditable?: boolean
}

/** Shows the weekly shifts of a team, and who is on duty; an admin can change them. */
export function Rota({ teamId, name, members, isEditable = false }: RotaProps) {
  const { t } = useTranslation()
  const rota = useQuery(rotaQuery(teamId))
  return (
    <section className="card stack" aria-labelledby="rota">
      <h2 id="rota">{t('teams.rota')}</h2>
      <QueryState query={rota}>
        {({ shifts, onDuty, timeZone }) => {
          const teams = [{ id: teamId, name, members: [...members] }]
          const week = {
            [teamId]: shifts.map(({ caregivers, ...shift }) => ({
              ...shift,
              caregiverIds: caregivers.map(({ id }) => id),
            })),
          }
          return (
            <>
              <p>
                {shifts.length === 0
                  ? t('teams.noRota')
                  : onDuty.length > 0
                    ? t('teams.onDuty', { names: onDuty.map((one) => one.name).join(', ') })
                    : t('teams.nobodyOnDuty')}
              </p>
              {isEditable ? (
                <RotaEditor teamId={teamId} />
              ) : (
                shifts.length > 0 && (
                  <>
                    <p className="muted">{t('teams.rotaAbout', { timeZone })}</p>
                    <RotaWarnings teams={teams} week={week} />
                    <RotaGrid teams={teams} week={week} />
                  </>
                )
              )}
            </>
          )
        }}
      </QueryState>
    </section>
  )
}
