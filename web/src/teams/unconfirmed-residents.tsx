import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { useTeamAct } from './team-queries.ts'

/**
 * Who was placed in the ward of the team by somebody who may not decide that, and whom it therefore does not look after.
 * An admin confirms the place by setting it.
 */
export function UnconfirmedResidents({ team }: { team: Schema<'TeamDetail'> }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const act = useTeamAct()
  const { site, ward, unconfirmed, unconfirmedCount } = team
  if (unconfirmedCount === 0) return null
  const confirm = (id: string) => {
    const params = { path: { id }, query: { confirm: 'false' } } as const
    return request(api.PUT('/api/patients/{id}/residence', { params, body: { site, ward } }))
  }
  return (
    <section className="card stack" aria-labelledby="unconfirmed-residents">
      <h2 id="unconfirmed-residents">{t('teams.unconfirmed', { count: unconfirmedCount })}</h2>
      <p className="muted">{t('teams.unconfirmedAbout')}</p>
      <ul className="team-people">
        {unconfirmed.map(({ id, name, room }) => (
          <li key={id} className="team-person">
            <span>
              <Link to="/patients/$patientId" params={{ patientId: id }}>
                {name}
              </Link>
              {room && <span className="muted"> · {placeText({ room })}</span>}
            </span>
            <Button
              aria-label={t('teams.confirmResident', { name })}
              isDisabled={act.isPending}
              onPress={() => act.mutate(() => confirm(id))}
            >
              {t('teams.confirm')}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={act.error} />
    </section>
  )
}
