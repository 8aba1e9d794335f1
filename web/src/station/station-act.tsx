import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { type Outcome, outcomesFrom } from '../incident/incident.ts'
import { useWhatHappened } from '../incident/incident-words.ts'
import { handlerOf, named } from '../incident/named.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { SelectField } from '../ui/select-field.tsx'
import { PinPad, pinLength } from './pin-pad.tsx'
import { type StationIncident, useReadStation } from './station-queries.ts'

const outcomes = outcomesFrom('REAL_FALL', 'NEAR_FALL', 'HELP_GIVEN')

/** What somebody does at a station with an incident. */
export type StationDeed = 'acknowledge' | 'join' | 'takeOver' | 'assistance' | 'end'

/** What the button of each says. */
export const deedTexts = {
  acknowledge: 'incident.action.acknowledge',
  join: 'incident.team.join',
  takeOver: 'incident.team.takeOver',
  assistance: 'incident.team.ask',
  end: 'station.end',
} as const satisfies Record<StationDeed, string>

export interface StationActProps {
  incident: StationIncident
  deed: StationDeed
  isOpen: boolean
  caregivers: Schema<'OwnStation'>['caregivers']
  /** Called once the incident is acknowledged. */
  onAnswered(): void
  noCaregivers: Schema<'OwnStation'>['noCaregivers']
  onClose(): void
}

/**
 * Does one of these in the name of a caregiver with their PIN; an alarm that nobody has answered can be acknowledged
 * without.
 */
export function StationAct({
  incident,
  deed,
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
  // Who handles it asks for a second person.
  const handlerId = deed === 'assistance' ? incident.handledBy?.id : undefined
  const [caregiverId, setCaregiverId] = useState(caregivers.find(({ id }) => id === handlerId)?.id ?? '')
  const [pin, setPin] = useState('')
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isEnding = deed === 'end'
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

  const acknowledge = (body: { caregiverId?: string; pin?: string; takeOver?: boolean }) =>
    send(async () => {
      await request(api.POST('/api/station/incidents/{id}/acknowledge', { params, body }))
      if (deed === 'acknowledge') onAnswered()
    })

  function act() {
    if (isEnding && outcome === '') return setProblem(t('incident.resolve.missing'))
    if (caregiverId === '' || pin.length < pinLength) return setProblem(t('station.incomplete'))
    const who = { caregiverId, pin }
    if (outcome !== '') {
      const body = { ...who, outcome }
      return void send(() => request(api.POST('/api/station/incidents/{id}/resolve', { params, body })))
    }
    if (deed === 'assistance')
      return void send(() =>
        request(api.POST('/api/station/incidents/{id}/assistance', { params, body: who })),
      )
    void acknowledge(deed === 'takeOver' ? { ...who, takeOver: true } : who)
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
      {deed === 'takeOver' && (
        <p>
          {t('incident.team.takeOverText', {
            name: named(handlerOf(incident) ?? { name: null }, t('incident.who.deleted')),
          })}
        </p>
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
            {t(deedTexts[deed])}
          </Button>
        )}
        {deed === 'acknowledge' && (
          <Button size="large" isDisabled={isPending} onPress={() => void acknowledge({})}>
            {t('station.withoutPin')}
          </Button>
        )}
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  )
}

/** Says why nobody can act at a station in their own name, and what has to be done. */
function NoNames({ why }: { why: NonNullable<Schema<'OwnStation'>['noCaregivers']> }) {
  const { t } = useTranslation()
  return <Notice tone="caution">{t(`station.noNames.${why}`)}</Notice>
}
