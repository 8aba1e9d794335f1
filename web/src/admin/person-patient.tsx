import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ButtonLink } from '../ui/link.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { AssignedCaregivers } from './assign-caregivers.tsx'
import { DeviceStatusTag } from './device-status-tag.tsx'

type Patient = Schema<'Patient'>

const patientQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'account'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}', { signal, params: { path: { id } } }))).data,
  })

/** What an account has because it is a patient's: caregivers and devices. */
export function PersonPatient({ patientId }: { patientId: string }) {
  const query = useQuery(patientQuery(patientId))
  return (
    <QueryState query={query}>
      {(patient) => (
        <>
          <AssignedCaregivers patient={patient} />
          <PersonDevices patient={patient} />
        </>
      )}
    </QueryState>
  )
}

function PersonDevices({ patient: { id, devices } }: { patient: Patient }) {
  const { t } = useTranslation()
  return (
    <section className="card" aria-labelledby="person-devices">
      <h2 id="person-devices">{t('admin.person.devices')}</h2>
      {devices.length === 0 && <p className="muted">{t('admin.person.noDevices')}</p>}
      <ul className="person-list">
        {devices.map((device) => (
          <li key={device.id} className="row">
            <span>{device.name}</span>
            <DeviceStatusTag status={device.status} />
          </li>
        ))}
      </ul>
      <div className="row">
        <ButtonLink to="/patients/$patientId" params={{ patientId: id }}>
          {t('admin.person.record')}
        </ButtonLink>
        <ButtonLink to="/admin/devices">{t('nav.devices')}</ButtonLink>
      </div>
    </section>
  )
}
