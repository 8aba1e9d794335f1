import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { wardsQuery } from '../teams/team-queries.ts'
import { Choice } from '../ui/choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { PersonPicker } from './people-picker.tsx'
import type { User } from './people-queries.ts'

interface PlaceValue {
  site: string
  ward: string
  room: string
}

/** Whom a device is for, as it stands in a form. */
export interface OwnerValue {
  of: 'person' | 'place'
  person: User | undefined
  place: PlaceValue
}

export const noOwner: OwnerValue = {
  of: 'person',
  person: undefined,
  place: { site: '', ward: '', room: '' },
}

/** Returns it as the service takes it; undefined until somebody or a place is chosen. */
export function ownerOf({ of, person, place: { site, ward, room } }: OwnerValue) {
  if (of === 'person') return person && { userId: person.id }
  if (!ward.trim()) return undefined
  return { place: { site: site.trim() || null, ward: ward.trim(), room: room.trim() || null } }
}

export interface DeviceOwnerProps {
  value: OwnerValue
  onChange(value: OwnerValue): void
  /** What is missing. */
  error?: string | undefined
}

/** Asks for the person of a device, or for its room or ward. */
export function DeviceOwner({ value, onChange, error }: DeviceOwnerProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="field-group stack">
      <legend>{t('admin.devices.for.title')}</legend>
      <div>
        {(['person', 'place'] as const).map((of) => (
          <Choice
            key={of}
            type="radio"
            name="device-owner"
            checked={value.of === of}
            onChange={() => onChange({ ...value, of })}
          >
            {t(`admin.devices.for.${of}`)}
          </Choice>
        ))}
      </div>
      {value.of === 'person' ? (
        <PersonPicker
          label={t('admin.devices.for.who')}
          filter={{ status: 'active' }}
          value={value.person}
          onChange={(person) => onChange({ ...value, person })}
        />
      ) : (
        <PlaceFields value={value.place} onChange={(place) => onChange({ ...value, place })} />
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const otherWard = 'other'

/** The entry of a ward that was chosen before. */
function keyOf(wards: readonly Schema<'Ward'>[], { site, ward }: PlaceValue): string {
  if (!ward) return ''
  const index = wards.findIndex((known) => known.ward === ward && (known.site ?? '') === site)
  return index < 0 ? otherWard : String(index)
}

const wardAt = (wards: readonly Schema<'Ward'>[], key: string) =>
  /^\d+$/.test(key) ? wards[Number(key)] : undefined

interface PlaceFieldsProps {
  value: PlaceValue
  onChange(value: PlaceValue): void
}

/** A ward that is known, or another one, and a room in it. */
function PlaceFields({ value, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const wards = useQuery(wardsQuery)
  const [chosenKey, setChosen] = useState<string>()
  const field = (name: keyof PlaceValue, label = t(`admin.devices.for.${name}`)) => (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={100}
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  )
  return (
    <QueryState query={wards}>
      {(list) => {
        const chosen = chosenKey ?? keyOf(list, value)
        const isOther = list.length === 0 || chosen === otherWard
        return (
          <>
            {list.length > 0 && (
              <SelectField
                label={t('admin.devices.for.ward')}
                value={chosen}
                options={[
                  { value: '', label: t('admin.devices.for.choose') },
                  ...list.map((ward, index) => ({ value: String(index), label: placeText(ward) })),
                  { value: otherWard, label: t('admin.devices.for.other') },
                ]}
                onChange={(key) => {
                  setChosen(key)
                  const known = wardAt(list, key)
                  onChange({ ...value, site: known?.site ?? '', ward: known?.ward ?? '' })
                }}
              />
            )}
            {wardAt(list, chosen)?.hasTeam === false && (
              <Notice tone="caution">{t('admin.devices.for.noTeam')}</Notice>
            )}
            {isOther && (
              <>
                {field('ward', t('admin.devices.for.wardName'))}
                {field('site')}
                <Notice tone="caution">{t('admin.devices.for.noTeam')}</Notice>
              </>
            )}
            {field('room')}
          </>
        )
      }}
    </QueryState>
  )
}
