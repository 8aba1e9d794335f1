import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { changePlacement, forgetReadings } from './monitor.ts'
import { keepPairing, type Pairing, type PhonePlacement, phonePlacements, unpair } from './pairing.ts'

export interface PhoneSettingsProps {
  pairing: Pairing
  onUnpaired(): void
}

/** Where the phone is carried, and the end of it all. */
export function PhoneSettings({ pairing, onUnpaired }: PhoneSettingsProps) {
  const { t } = useTranslation()
  const [placement, setPlacement] = useState(pairing.placement)
  const [isAsking, setAsking] = useState(false)

  function choose(chosen: PhonePlacement) {
    setPlacement(chosen)
    keepPairing({ ...pairing, placement: chosen })
    changePlacement(chosen)
  }

  return (
    <>
      <SelectField
        label={t('phone.where')}
        value={placement}
        options={phonePlacements.map((value) => ({ value, label: t(`phone.placement.${value}`) }))}
        onChange={choose}
      />
      <div>
        <Button onPress={() => setAsking(true)}>{t('phone.unpair.open')}</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('phone.unpair.title', { name: pairing.patient.firstName })}
          confirmLabel={t('phone.unpair.button')}
          onConfirm={async () => {
            await unpair(pairing)
            await forgetReadings(pairing)
            onUnpaired()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('phone.unpair.about')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
