import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { relativesQuery } from '../patient/patient-queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Tag } from '../ui/tag.tsx'
import { endAssignment, patientEscalationQuery, readAssignmentsAgain } from './assign-api.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { AssignedKind } from './assign-kind.tsx'
import { AssignedPriority } from './assign-priority.tsx'
import { assignPatient } from './people-invite.ts'

/** Who looks after a patient, in the order in which they are notified. */
export function AssignedCaregivers({ patient }: { patient: Schema<'Patient'> }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const notified = useQuery(patientEscalationQuery(patient.id)).data?.caregivers
  const [isAssigning, setAssigning] = useState(false)
  const [ending, setEnding] = useState<{ id: string; name: string }>()
  const known = new Map(notified?.map((caregiver) => [caregiver.personId, caregiver]))
  // Only of those who cannot sign in yet, the list of those to notify does not say what they are.
  const isAsked = notified !== undefined && patient.caregivers.some(({ id }) => !known.has(id))
  const circle = useQuery({ ...relativesQuery(patient.id), enabled: isAsked }).data
  const relatives = new Set(circle?.relatives.map(({ id }) => id))
  const rank = (id: string) => known.get(id)?.priority ?? Number.POSITIVE_INFINITY
  const caregivers = patient.caregivers.toSorted((a, b) => rank(a.id) - rank(b.id))
  return (
    <section className="card" aria-labelledby="person-caregivers">
      <h2 id="person-caregivers">{t('admin.person.caregivers')}</h2>
      {caregivers.length === 0 && <Notice tone="caution">{t('admin.person.noCaregivers')}</Notice>}
      <ul className="person-list">
        {caregivers.map(({ id, name, relationship }) => (
          <li key={id} className="person-assignment">
            <span className="row">
              <Link to="/admin/people/$userId" params={{ userId: id }} className="people-name">
                {name}
              </Link>
              {relationship && <span className="muted">{relationship}</span>}
              {notified && <DutyTag onDuty={known.get(id)?.onDuty} />}
            </span>
            <AssignedPriority
              caregiverId={id}
              patientId={patient.id}
              name={name}
              priority={known.get(id)?.priority}
            />
            <AssignedKind
              caregiverId={id}
              patientId={patient.id}
              name={name}
              kind={known.get(id)?.kind ?? (relatives.has(id) ? 'RELATIVE' : 'STAFF')}
            />
            <Button onPress={() => setEnding({ id, name })}>{t('admin.person.assign.end')}</Button>
          </li>
        ))}
      </ul>
      <div>
        <Button onPress={() => setAssigning(true)}>{t('admin.person.assign.caregiver')}</Button>
      </div>
      {isAssigning && (
        <AssignDialog
          title={t('admin.person.assign.caregiver')}
          label={t('admin.person.assign.findCaregiver')}
          personRole="CAREGIVER"
          exceptIds={caregivers.map(({ id }) => id)}
          onAssign={(caregiver, assignment) => assignPatient(caregiver.id, patient.id, assignment)}
          onClose={() => setAssigning(false)}
        />
      )}
      {ending && (
        <ConfirmDialog
          title={t('admin.person.assign.endTitle', { name: ending.name })}
          confirmLabel={t('admin.person.assign.end')}
          onConfirm={async () => {
            await endAssignment(ending.id, patient.id)
            await readAssignmentsAgain(client)
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>{t('admin.person.assign.endAbout')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** DutyTag: who is not in the list of those to notify has not accepted the invitation, or is inactive. */
function DutyTag({ onDuty }: { onDuty: boolean | undefined }) {
  const { t } = useTranslation()
  if (onDuty === undefined) return <Tag tone="caution">{t('admin.person.cannotSignIn')}</Tag>
  return onDuty ? <Tag tone="good">{t('admin.person.onDuty')}</Tag> : <Tag>{t('admin.person.offDuty')}</Tag>
}
