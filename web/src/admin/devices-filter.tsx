import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/text-field.tsx'
import { type DeviceFilter, isMac } from './devices-queries.ts'
import { PersonPicker } from './people-picker.tsx'
import type { User } from './people-queries.ts'

/** Finds devices by their whole MAC address, or by their owner. */
export function DevicesFilter({ onFilter }: { onFilter(filter: DeviceFilter): void }) {
  const { t } = useTranslation()
  const [mac, setMac] = useState('')
  const [owner, setOwner] = useState<User>()

  function filterBy(text: string, person: User | undefined) {
    setMac(text)
    setOwner(person)
    onFilter({ ...(isMac(text) && { macAddress: text.trim() }), ...(person && { userId: person.id }) })
  }

  return (
    <search className="devices-filter">
      <TextField
        label={t('admin.devices.mac')}
        type="search"
        autoComplete="off"
        placeholder="AA:BB:CC:DD:EE:FF"
        description={t('admin.devices.macHint')}
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
