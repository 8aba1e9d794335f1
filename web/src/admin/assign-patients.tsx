import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { assignedPatientsQuery, endAssignment, readAssignmentsAgain } from './assign-api.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { AssignedKind } from './assign-kind.tsx'
import { AssignedPriority } from './assign-priority.tsx'
import { assignPatient } from './people-invite.ts'

/** Whom a caregiver looks after. */
export function AssignedPatients({ caregiverId }: { caregiverId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(assignedPatientsQuery(caregiverId))
  const [isAssigning, setAssigning] = useState(false)
  const [ending, setEnding] = useState<{ id: string; name: string }>()
  return (
    <section className="card" aria-labelledby="person-patients">
      <h2 id="person-patients">{t('admin.person.patients')}</h2>
      <QueryState query={query}>
        {({ data: patients, pagination }) => (
          <>
            {patients.length === 0 && <p className="muted">{t('admin.person.noPatients')}</p>}
            <ul className="person-list">
              {patients.map(({ id, name, email, priority, kind = 'STAFF', relationship }) => (
                <li key={id} className="person-assignment">
                  <span>
                    <Link to="/admin/people/$userId" params={{ userId: id }} className="people-name">
                      {name}
                    </Link>
                    <span className="muted person-email">{email}</span>
                    {relationship && <span className="muted"> · {relationship}</span>}
                  </span>
                  <AssignedPriority
                    caregiverId={caregiverId}
                    patientId={id}
                    name={name}
                    priority={priority}
                  />
                  <AssignedKind caregiverId={caregiverId} patientId={id} name={name} kind={kind} />
                  <Button onPress={() => setEnding({ id, name })}>{t('admin.person.assign.end')}</Button>
                </li>
              ))}
            </ul>
            {pagination.total > patients.length && (
              <Notice>{t('admin.person.assign.more', { count: pagination.total - patients.length })}</Notice>
            )}
            <div>
              <Button onPress={() => setAssigning(true)}>{t('admin.person.assign.patient')}</Button>
            </div>
            {isAssigning && (
              <AssignDialog
                title={t('admin.person.assign.patient')}
                label={t('admin.person.assign.findPatient')}
                personRole="PATIENT"
                exceptIds={patients.map(({ id }) => id)}
                onAssign={(patient, assignment) => assignPatient(caregiverId, patient.id, assignment)}
                onClose={() => setAssigning(false)}
              />
            )}
          </>
        )}
      </QueryState>
      {ending && (
        <ConfirmDialog
          title={t('admin.person.assign.endTitle', { name: ending.name })}
          confirmLabel={t('admin.person.assign.end')}
          onConfirm={async () => {
            await endAssignment(caregiverId, ending.id)
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
