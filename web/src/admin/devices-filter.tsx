import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/text-field.tsx'
import { type DeviceFilter, isExternalId, isMac } from './devices-queries.ts'
import { PersonPicker } from './people-picker.tsx'
import type { User } from './people-queries.ts'

/** Nobody has finished typing an id that is shorter. */
const leastIdLength = 6

/** Finds devices by their whole MAC address or other id, or by their owner. */
const isWhole = (text: string) => isMac(text) || (text.trim().length >= leastIdLength && isExternalId(text))

export function DevicesFilter({ onFilter }: { onFilter(filter: DeviceFilter): void }) {
  const { t } = useTranslation()
  const [mac, setMac] = useState('')
  const [owner, setOwner] = useState<User>()

  function filterBy(text: string, person: User | undefined) {
    setMac(text)
    setOwner(person)
    onFilter({ ...(isWhole(text) && { externalId: text.trim() }), ...(person && { userId: person.id }) })
  }

  return (
    <search className="devices-filter">
      <TextField
        label={t('admin.devices.id')}
        type="search"
        autoComplete="off"
        placeholder="AA:BB:CC:DD:EE:FF"
        description={t('admin.devices.idHint')}
        value={mac}
        onChange={(text) => filterBy(text, owner)}
      />
      <PersonPicker
        label={t('admin.devices.owner')}
        filter={{}}
        value={owner}
        onChange={(person) => filterBy(mac, person)}
      />
    </search>
  )
}
