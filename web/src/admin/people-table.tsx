import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { usePlaceText } from '../ui/place.ts'
import { Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import type { PeopleSort, PeopleSorting, User } from './people-queries.ts'

/** How a list of people is sorted. */
export interface PeopleOrder {
  sorting: PeopleSorting
  onSort(sorting: PeopleSorting): void
}

export function PeopleTable({ people, sorting, onSort }: PeopleOrder & { people: readonly User[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const placeText = usePlaceText()
  return (
    <Table<User, PeopleSort>
      sorting={sorting}
      onSort={onSort}
      caption={t('admin.people.title')}
      rows={people}
      rowKey={({ id }) => id}
      empty={t('admin.people.empty')}
      columns={[
        {
          key: 'name',
          title: t('admin.people.fields.name'),
          sort: 'name',
          cell: ({ id, firstName, lastName, email, signInName }) => (
            <span>
              <Link to="/admin/people/$userId" params={{ userId: id }} className="people-name">
                {`${firstName} ${lastName}`}
              </Link>
              {(email ?? signInName) && <span className="people-email">{email ?? signInName}</span>}
            </span>
          ),
        },
        {
          key: 'role',
          title: t('admin.people.fields.role'),
          cell: ({ role, status }) => (
            <span className="table-word">
              {t(`admin.people.role.${role}`)} {status === 'inactive' && <StatusTag status={status} />}
            </span>
          ),
        },
        {
          key: 'room',
          title: t('admin.people.fields.room'),
          sort: 'room',
          cell: ({ residence }) => residence && <span className="people-place">{placeText(residence)}</span>,
        },
        {
          key: 'team',
          title: t('admin.people.fields.team'),
          sort: 'team',
          cell: ({ teams = [] }) => formats.list(teams),
        },
        {
          key: 'reachable',
          title: t('admin.people.fields.reachable'),
          sort: 'reachable',
          cell: ({ reachable }) => <Reachable reachable={reachable} />,
        },
        {
          key: 'invitation',
          title: t('admin.people.fields.invitation'),
          sort: 'invitation',
          cell: ({ invitation }) =>
            invitation ? <Tag tone="caution">{t(`admin.people.invitation.${invitation}`)}</Tag> : null,
        },
        {
          key: 'lastLogin',
          title: t('admin.people.fields.lastLogin'),
          sort: 'lastLogin',
          cell: ({ lastLogin }) =>
            lastLogin ? <TimeAgo at={lastLogin} /> : <span className="muted">{t('admin.people.never')}</span>,
        },
      ]}
    />
  )
}

/** Says nothing of a patient, whom no message is sent to. */
function Reachable({ reachable }: { reachable: boolean | null | undefined }) {
  const { t } = useTranslation()
  if (reachable === null || reachable === undefined) return null
  return reachable ? (
    t('admin.people.reachable.yes')
  ) : (
    <Tag tone="caution">{t('admin.people.reachable.no')}</Tag>
  )
}

export function StatusTag({ status }: { status: User['status'] }) {
  const { t } = useTranslation()
  return <Tag tone={status === 'active' ? 'good' : 'neutral'}>{t(`admin.people.status.${status}`)}</Tag>
}
