import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
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

/** Finds one person by a part of the name or e-mail address. */
export function PersonPicker({ label, filter, value, onChange, exceptIds = [] }: PersonPickerProps) {
  const { t } = useTranslation()
  const countId = useId()
  const [search, setSearch] = useState('')
  const { found, isPending, error, searchMore } = usePeopleSearch(search, filter)
  const people = found.filter(({ id }) => !exceptIds.includes(id))
  const chosen = useRef<HTMLSpanElement>(null)
  const searchField = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const hasChanged = useRef(false)

  function change(person: User | undefined) {
    hasChanged.current = true
    onChange(person)
  }

  // The button that was pressed is gone. The name comes in its place, and not the button beside it: Enter would undo it.
  useEffect(() => {
    if (!hasChanged.current) return
    hasChanged.current = false
    if (value) chosen.current?.focus()
    else searchField.current?.focus()
  }, [value])

  if (value)
    return (
      <div className="field">
        <span className="field-label">{label}</span>
        <div className="row">
          <span ref={chosen} tabIndex={-1}>
            {t('admin.people.personEmail', {
              name: nameOf(value),
              email: value.email ?? value.signInName ?? '–',
            })}
          </span>
          <Button look="quiet" onPress={() => change(undefined)}>
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
        inputRef={searchField}
        onKeyDown={(event) => {
          // Whoever searches has not finished the form around it.
          if (event.key === 'Enter') event.preventDefault()
          else event.continuePropagation()
        }}
      />
      <ErrorNotice error={error} />
      {search.trim() && (
        <div className="people-picker">
          <p id={countId} className="muted" role="status">
            {isPending ? t('common.loading') : t('admin.people.found', { count: people.length })}
          </p>
          {!isPending && (
            <ul aria-labelledby={countId}>
              {people.slice(0, maxShown).map((person) => (
                <li key={person.id}>
                  <Button look="quiet" onPress={() => change(person)}>
                    {t('admin.people.personEmail', {
                      name: nameOf(person),
                      email: person.email ?? person.signInName ?? '–',
                    })}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {!isPending && people.length > maxShown && (
            <p className="muted">{t('admin.people.picker.narrow')}</p>
          )}
          {searchMore && (
            <Button look="quiet" onPress={searchMore} isPending={isPending}>
              {t('admin.people.searchMore')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`
