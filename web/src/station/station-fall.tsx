import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { FallFields } from '../fall/fall-fields.tsx'
import { bodyOf, type FallValues, isTime, noValues } from '../fall/fall-values.ts'
import { serviceTime } from '../live/service-clock.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { PinPad, pinLength } from './pin-pad.tsx'
import { type StationPatient, useReadStation } from './station-queries.ts'

/** What was written of a fall and is not sent yet. */
export interface StationFallDraft {
  patientId: string
  values: FallValues
}

export const noFallDraft = (): StationFallDraft => ({ patientId: '', values: noValues(serviceTime()) })

export interface StationFallProps {
  patients: readonly StationPatient[]
  caregivers: Schema<'OwnStation'>['caregivers']
  draft: StationFallDraft
  onDraft(draft: StationFallDraft): void
  /** What was written is kept. */
  onClose(): void
  /** It was sent, or is not to be. */
  onDone(): void
}

/** Reports a fall of somebody on the ward, in the name of a caregiver with their PIN. */
export function StationFall({ patients, caregivers, draft, onDraft, onClose, onDone }: StationFallProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const readStation = useReadStation()
  const [caregiverId, setCaregiverId] = useState('')
  const [pin, setPin] = useState('')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { patientId, values } = draft

  async function send() {
    if (isPending) return
    if (patientId === '') return setProblem(t('fallRecord.choosePatient'))
    if (!isTime(values.occurredAt, serviceTime())) return setProblem(t('fallRecord.wrongTime'))
    if (caregiverId === '' || pin.length < pinLength) return setProblem(t('station.incomplete'))
    setPending(true)
    setProblem(undefined)
    try {
      const params = { path: { id: patientId } }
      const body = { ...bodyOf(values), caregiverId, pin }
      await request(api.POST('/api/station/patients/{id}/falls', { params, body }))
      await readStation()
      onDone()
    } catch (error) {
      const isWrong = error instanceof ApiError && 'pin' in error.details
      setProblem(isWrong ? t('station.wrongPin') : errorText(error))
      setPin('')
      setPending(false)
    }
  }

  const people = caregivers.map(({ id, name }) => ({ value: id, label: name }))
  const residents = patients.map(({ patientId: id, name, room }) => ({
    value: id,
    label: room ? `${room}: ${name}` : name,
  }))
  return (
    <Dialog title={t('fallRecord.report')} isOpen onClose={onClose}>
      <SelectField
        label={t('fallRecord.patient')}
        value={patientId}
        options={[{ value: '', label: t('fallRecord.choosePatient') }, ...residents]}
        onChange={(id) => onDraft({ ...draft, patientId: id })}
      />
      <FallFields values={values} onChange={(changed) => onDraft({ ...draft, values: changed })} isShort />
      <p className="muted">{t('fallRecord.later')}</p>
      <SelectField
        label={t('station.who')}
        value={caregiverId}
        options={[{ value: '', label: t('station.choose') }, ...people]}
        onChange={setCaregiverId}
      />
      <PinPad pin={pin} onChange={setPin} />
      {problem && (
        <Notice tone="caution" isAlert>
          {problem}
        </Notice>
      )}
      <div className="station-answers">
        <Button look="primary" size="large" isPending={isPending} onPress={() => void send()}>
          {t('fallRecord.submit')}
        </Button>
        <Button onPress={onDone}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  )
}
