import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type StationIncident, useReadStation } from './station-queries.ts'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']
const pinLength = 4
const outcomes = ['HELP_GIVEN', 'REAL_FALL', 'NEAR_FALL', 'FALSE_ALARM', 'TEST', 'OTHER'] as const
type Outcome = (typeof outcomes)[number]

export interface StationActProps {
  incident: StationIncident
  caregivers: Schema<'OwnStation'>['caregivers']
  onClose(): void
}

/** StationAct acknowledges an incident, or ends one that is handled, in the name of a caregiver with their PIN. */
export function StationAct({ incident, caregivers, onClose }: StationActProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const readStation = useReadStation()
  const [caregiverId, setCaregiverId] = useState('')
  const [pin, setPin] = useState('')
  const [outcome, setOutcome] = useState<Outcome>('HELP_GIVEN')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isEnding = incident.state === 'ACKNOWLEDGED'
  const isComplete = caregiverId !== '' && pin.length === pinLength

  async function act(isNamed: boolean) {
    setPending(true)
    setProblem(undefined)
    const params = { path: { id: incident.id } }
    try {
      if (isEnding) {
        const body = { caregiverId, pin, outcome }
        await request(api.POST('/api/station/incidents/{id}/resolve', { params, body }))
      } else {
        const body = isNamed ? { caregiverId, pin } : {}
        await request(api.POST('/api/station/incidents/{id}/acknowledge', { params, body }))
      }
      await readStation()
      onClose()
    } catch (error) {
      const isWrong = error instanceof ApiError && 'pin' in error.details
      setProblem(isWrong ? t('station.wrongPin') : errorText(error))
      setPin('')
      setPending(false)
    }
  }

  const people = caregivers.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Dialog title={incident.patientName ?? t('station.title')} isOpen onClose={onClose}>
      {isEnding && (
        <SelectField
          label={t('incident.resolve.outcome')}
          value={outcome}
          options={outcomes.map((value) => ({ value, label: t(`incident.outcome.${value}`) }))}
          onChange={setOutcome}
        />
      )}
      <SelectField
        label={t('station.who')}
        value={caregiverId}
        options={[{ value: '', label: t('station.choose') }, ...people]}
        onChange={setCaregiverId}
      />
      <p className="station-pin" role="status" aria-label={t('station.pinDigits', { count: pin.length })}>
        {'●'.repeat(pin.length).padEnd(pinLength, '○')}
      </p>
      <fieldset className="station-pad">
        <legend className="visually-hidden">{t('station.pin')}</legend>
        {digits.map((digit) => (
          <Button
            key={digit}
            size="large"
            isDisabled={isPending || pin.length === pinLength}
            onPress={() => setPin(pin + digit)}
          >
            {digit}
          </Button>
        ))}
        <Button size="large" isDisabled={pin === ''} onPress={() => setPin('')}>
          {t('station.clear')}
        </Button>
      </fieldset>
      {problem && (
        <Notice tone="caution" isAlert>
          {problem}
        </Notice>
      )}
      <div className="form-actions">
        <Button
          look="primary"
          size="large"
          isDisabled={!isComplete}
          isPending={isPending}
          onPress={() => void act(true)}
        >
          {isEnding ? t('station.end') : t('incident.action.acknowledge')}
        </Button>
        {!isEnding && (
          <Button size="large" isDisabled={isPending} onPress={() => void act(false)}>
            {t('station.withoutPin')}
          </Button>
        )}
        <Button size="large" onPress={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
