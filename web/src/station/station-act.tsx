import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { useWhatHappened } from '../incident/incident-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { SelectField } from '../ui/select-field.tsx'
import { NoNames } from './no-names.tsx'
import { PinPad, pinLength } from './pin-pad.tsx'
import { type StationIncident, useReadStation } from './station-queries.ts'

const outcomes = ['REAL_FALL', 'NEAR_FALL', 'HELP_GIVEN', 'FALSE_ALARM', 'TEST', 'OTHER'] as const
type Outcome = (typeof outcomes)[number]

export interface StationActProps {
  incident: StationIncident
  isOpen: boolean
  caregivers: Schema<'OwnStation'>['caregivers']
  /** Called once the incident is acknowledged. */
  onAnswered(): void
  noCaregivers: Schema<'OwnStation'>['noCaregivers']
  onClose(): void
}

/** StationAct acknowledges an incident, or ends one that is handled, in the name of a caregiver with their PIN. */
export function StationAct({
  incident,
  isOpen,
  caregivers,
  noCaregivers,
  onAnswered,
  onClose,
}: StationActProps) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const errorText = useErrorText()
  const whatHappened = useWhatHappened()
  const readStation = useReadStation()
  const [caregiverId, setCaregiverId] = useState('')
  const [pin, setPin] = useState('')
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isEnding = incident.state === 'ACKNOWLEDGED'
  const params = { path: { id: incident.id } }

  async function send(sending: () => Promise<unknown>) {
    setPending(true)
    setProblem(undefined)
    try {
      await sending()
      await readStation()
      onClose()
    } catch (error) {
      const isWrong = error instanceof ApiError && 'pin' in error.details
      setProblem(isWrong ? t('station.wrongPin') : errorText(error))
      setPin('')
      setPending(false)
    }
  }

  const acknowledge = (body: { caregiverId?: string; pin?: string }) =>
    send(async () => {
      await request(api.POST('/api/station/incidents/{id}/acknowledge', { params, body }))
      onAnswered()
    })

  function act() {
    if (isEnding && outcome === '') return setProblem(t('incident.resolve.missing'))
    if (caregiverId === '' || pin.length < pinLength) return setProblem(t('station.incomplete'))
    if (outcome === '') return void acknowledge({ caregiverId, pin })
    const body = { caregiverId, pin, outcome }
    void send(() => request(api.POST('/api/station/incidents/{id}/resolve', { params, body })))
  }

  const people = caregivers.map(({ id, name }) => ({ value: id, label: name }))
  const room = placeText({ room: incident.room })
  return (
    <Dialog
      title={[room, whatHappened(incident)].filter(Boolean).join(': ')}
      isOpen={isOpen}
      onClose={onClose}
    >
      {isEnding && (
        <SelectField<Outcome | ''>
          label={t('incident.resolve.outcome')}
          value={outcome}
          options={[
            { value: '', label: t('station.chooseOutcome') },
            ...outcomes.map((value) => ({ value, label: t(`incident.outcome.${value}`) })),
          ]}
          onChange={setOutcome}
        />
      )}
      {noCaregivers ? (
        <NoNames why={noCaregivers} />
      ) : (
        <>
          <SelectField
            label={t('station.who')}
            value={caregiverId}
            options={[{ value: '', label: t('station.choose') }, ...people]}
            onChange={setCaregiverId}
          />
          <PinPad pin={pin} onChange={setPin} />
        </>
      )}
      {problem && (
        <Notice tone="caution" isAlert>
          {problem}
        </Notice>
      )}
      <div className="station-answers">
        {!noCaregivers && (
          <Button look="primary" size="large" isPending={isPending} onPress={act}>
            {isEnding ? t('station.end') : t('incident.action.acknowledge')}
          </Button>
        )}
        {!isEnding && (
          <Button size="large" isDisabled={isPending} onPress={() => void acknowledge({})}>
            {t('station.withoutPin')}
          </Button>
        )}
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  )
}
