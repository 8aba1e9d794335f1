import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { Choice } from '../ui/choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { ShareLinks } from './share-links.tsx'
import './me.css'

type Access = Schema<'PatientAccess'>

export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'access'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}/access', { signal, params: { path: { id } } }))).data,
  })

/** PrivacyScreen tells a patient who sees their data, and lets them decide. */
export function PrivacyScreen() {
  const { t } = useTranslation()
  const { id } = useMe()
  const access = useQuery(accessQuery(id))
  return (
    <>
      <ScreenTitle>{t('privacy.title')}</ScreenTitle>
      <QueryState query={access}>
        {(data) => (
          <div className="me-columns">
            <Viewers access={data} />
            <VitalSharing patientId={id} isShared={data.sharing.vitals} />
            <ShareLinks patientId={id} links={data.links} />
          </div>
        )}
      </QueryState>
    </>
  )
}

function Viewers({ access: { caregivers, stations, admins, representative } }: { access: Access }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const since = (date: string) => t('privacy.since', { date: formats.date(new Date(date)) })
  return (
    <section className="card" aria-labelledby="viewers-title">
      <h2 id="viewers-title">{t('privacy.caregivers')}</h2>
      {caregivers.length === 0 && <p className="muted">{t('privacy.nobody')}</p>}
      <ul>
        {caregivers.map((caregiver) => (
          <li key={caregiver.id}>
            {caregiver.name}{' '}
            <span className="muted">
              {[caregiver.relationship, ...caregiver.teams, since(caregiver.since)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {stations.length > 0 && (
        <>
          <h3>{t('privacy.stations')}</h3>
          <ul>
            {stations.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('privacy.admins')}</h3>
      <ul>
        {admins.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {representative && (
        <>
          <h3>{t('privacy.representative')}</h3>
          <p>
            {representative.name} <span className="muted">{representative.relationship}</span>
          </p>
        </>
      )}
    </section>
  )
}

function VitalSharing({ patientId, isShared }: { patientId: string; isShared: boolean }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (vitals: boolean) =>
      request(
        api.PUT('/api/patients/{id}/sharing', { params: { path: { id: patientId } }, body: { vitals } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: accessQuery(patientId).queryKey }),
  })
  return (
    <section className="card" aria-labelledby="vitals-title">
      <h2 id="vitals-title">{t('privacy.vitals')}</h2>
      <p className="muted">{t('privacy.vitalsText')}</p>
      <Choice
        checked={saving.isPending ? saving.variables : isShared}
        onChange={(vitals) => saving.mutate(vitals)}
      >
        {t('privacy.share')}
      </Choice>
      <div role="status">{!isShared && <Notice>{t('privacy.paused')}</Notice>}</div>
      {saving.isError && (
        <Notice tone="caution" isAlert>
          {errorText(saving.error)}
        </Notice>
      )}
    </section>
  )
}
