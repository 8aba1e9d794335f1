import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { SessionList } from '../me/session-list.tsx'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { AssignedPatients } from './assign-patients.tsx'
import { nameOf } from './people-picker.tsx'
import { personQuery, type User } from './people-queries.ts'
import { StatusTag } from './people-table.tsx'
import { PersonAccount } from './person-account.tsx'
import { PersonForm } from './person-form.tsx'
import { PersonPassword } from './person-password.tsx'
import { PersonPatient } from './person-patient.tsx'
import { PersonRepresentative } from './person-representative.tsx'
import './person.css'

export function PersonScreen() {
  const { userId } = useParams({ from: '/signed-in/administration/admin/people/$userId' })
  const query = useQuery(personQuery(userId))
  return <QueryState query={query}>{(user) => <Person key={user.id} user={user} />}</QueryState>
}

function Person({ user }: { user: User }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <>
      <div className="stack">
        <Link to="/admin/people">{t('admin.person.back')}</Link>
        <ScreenTitle>{nameOf(user)}</ScreenTitle>
        <p className="row">
          <span>{t(`admin.people.role.${user.role}`)}</span>
          <StatusTag status={user.status} />
          <span className="muted">
            {t('admin.person.since', { date: formats.date(new Date(user.createdAt)) })}
          </span>
          <span className="muted">
            {t('admin.people.fields.lastLogin')}:{' '}
            {user.lastLogin ? <TimeAgo at={user.lastLogin} /> : t('admin.people.never')}
          </span>
        </p>
      </div>
      <div className="person-sections">
        {user.role !== 'ADMIN' && (
          <div className="stack">
            {user.role === 'CAREGIVER' && <AssignedPatients caregiverId={user.id} />}
            {user.role === 'PATIENT' && (
              <>
                <PersonPatient patientId={user.id} />
                <PersonRepresentative patientId={user.id} name={nameOf(user)} />
              </>
            )}
          </div>
        )}
        <div className="stack">
          <PersonForm user={user} />
          <PersonPassword user={user} />
          <PersonAccount user={user} />
          <SessionList userId={user.id} />
        </div>
      </div>
    </>
  )
}
