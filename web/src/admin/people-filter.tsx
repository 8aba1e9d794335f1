import { useTranslation } from 'react-i18next'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { PeopleFilter, Role, User } from './people-queries.ts'

export interface PeopleFilterFieldsProps {
  search: string
  filter: PeopleFilter
  onSearch(search: string): void
  onFilter(filter: PeopleFilter): void
}

const roles: readonly Role[] = ['CAREGIVER', 'PATIENT', 'ADMIN']
const statuses: readonly User['status'][] = ['active', 'inactive']

export function PeopleFilterFields({ search, filter, onSearch, onFilter }: PeopleFilterFieldsProps) {
  const { t } = useTranslation()
  const { role, status } = filter
  const all = { value: '' as const, label: t('admin.people.all') }
  return (
    <search className="people-filter">
      <TextField
        label={t('admin.people.search')}
        type="search"
        autoComplete="off"
        value={search}
        onChange={onSearch}
      />
      <SelectField<Role | ''>
        label={t('admin.people.fields.role')}
        value={role ?? ''}
        options={[all, ...roles.map((value) => ({ value, label: t(`admin.people.roles.${value}`) }))]}
        onChange={(value) => onFilter({ ...(value && { role: value }), ...(status && { status }) })}
      />
      <SelectField<User['status'] | ''>
        label={t('admin.people.fields.status')}
        value={status ?? ''}
        options={[all, ...statuses.map((value) => ({ value, label: t(`admin.people.status.${value}`) }))]}
        onChange={(value) => onFilter({ ...(role && { role }), ...(value && { status: value }) })}
      />
    </search>
  )
}
