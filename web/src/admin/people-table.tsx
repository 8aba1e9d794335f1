import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import type { User } from './people-queries.ts'

export function PeopleTable({ people }: { people: readonly User[] }) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('admin.people.title')}
      rows={people}
      rowKey={({ id }) => id}
      empty={t('admin.people.empty')}
      columns={[
        {
          key: 'name',
          title: t('admin.people.fields.name'),
          cell: ({ id, firstName, lastName }) => (
            <Link to="/admin/people/$userId" params={{ userId: id }} className="people-name">
              {`${firstName} ${lastName}`}
            </Link>
          ),
        },
        {
          key: 'email',
          title: t('admin.people.fields.email'),
          cell: ({ email }) => <span>{email ?? '–'}</span>,
        },
        {
          key: 'role',
          title: t('admin.people.fields.role'),
          cell: ({ role }) => t(`admin.people.role.${role}`),
        },
        {
          key: 'status',
          title: t('admin.people.fields.status'),
          cell: ({ status }) => <StatusTag status={status} />,
        },
        {
          key: 'lastLogin',
          title: t('admin.people.fields.lastLogin'),
          cell: ({ lastLogin }) =>
            lastLogin ? <TimeAgo at={lastLogin} /> : <span className="muted">{t('admin.people.never')}</span>,
        },
      ]}
    />
  )
}

export function StatusTag({ status }: { status: User['status'] }) {
  const { t } = useTranslation()
  return <Tag tone={status === 'active' ? 'good' : 'neutral'}>{t(`admin.people.status.${status}`)}</Tag>
}
