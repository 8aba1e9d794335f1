import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { PeopleFilter, User } from './people-queries.ts'
import { usePeopleSearch } from './people-search.ts'
import './people.css'

const maxShown = 6

export interface PersonPickerProps {
  label: string
  filter: PeopleFilter
  value: User | undefined
  onChange(person: User | undefined): void
  /** Those who cannot be chosen again. */
  exceptIds?: readonly string[]
}

/** PersonPicker finds one person by a part of the name or e-mail address. */
export function PersonPicker({ label, filter, value, onChange, exceptIds = [] }: PersonPickerProps) {
  const { t } = useTranslation()
  const group = useId()
  const [search, setSearch] = useState('')
  const { found, isPending, error, searchMore } = usePeopleSearch(search, filter)
  const people = found.filter(({ id }) => !exceptIds.includes(id))
  if (value)
    return (
      <div className="field">
        <span className="field-label">{label}</span>
        <div className="row">
          <span>{t('admin.people.personEmail', { name: nameOf(value), email: value.email ?? '–' })}</span>
          <Button look="quiet" onPress={() => onChange(undefined)}>
            {t('admin.people.picker.change')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className="stack">
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        description={t('admin.people.picker.hint')}
        value={search}
        onChange={setSearch}
      />
      <ErrorNotice error={error} />
      {search.trim() && !isPending && (
        <fieldset className="people-picker">
          <legend className="muted">{t('admin.people.found', { count: people.length })}</legend>
          {people.slice(0, maxShown).map((person) => (
            <Choice
              key={person.id}
              type="radio"
              name={group}
              checked={false}
              onChange={() => onChange(person)}
            >
              {t('admin.people.personEmail', { name: nameOf(person), email: person.email ?? '–' })}
            </Choice>
          ))}
          {people.length > maxShown && <p className="muted">{t('admin.people.picker.narrow')}</p>}
          {searchMore && (
            <Button look="quiet" onPress={searchMore}>
              {t('admin.people.searchMore')}
            </Button>
          )}
        </fieldset>
      )}
    </div>
  )
}

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`
