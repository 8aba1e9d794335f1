import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { monitoringQuery } from './patient-queries.ts'
import { isWholeNumber } from './whole-number.ts'

type Monitoring = Schema<'PatientMonitoring'>

/** The settings that are numbers; an empty field is null: off, or automatic. */
const numbers = [
  'okWindowSeconds',
  'silentAfterMinutes',
  'heartRateLow',
  'heartRateHigh',
  'spo2Low',
  'batteryLow',
  'batteryUrgent',
] as const
type NumberName = (typeof numbers)[number]

/** MonitoringForm is which alarms are raised for the patient, and how long they can say that they are fine. */
export function MonitoringForm({ patientId, monitoring }: { patientId: string; monitoring: Monitoring }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [values, setValues] = useState(() => toText(monitoring))
  const [silentEnabled, setSilentEnabled] = useState(monitoring.silentEnabled)
  const [ignoreSilenceWhileCharging, setIgnore] = useState(monitoring.ignoreSilenceWhileCharging)
  const save = useMutation({
    mutationFn: async () => {
      const body = { ...toNumbers(values), silentEnabled, ignoreSilenceWhileCharging }
      const params = { path: { id: patientId } }
      return (await request(api.PUT('/api/patients/{id}/monitoring', { params, body }))).data
    },
    onSuccess: (saved) => {
      client.setQueryData(monitoringQuery(patientId).queryKey, saved)
      setValues(toText(saved))
    },
  })
  const [isChecked, setChecked] = useState(false)
  const invalid = numbers.filter((name) => !isWholeNumber(values[name]))
  const details = save.error instanceof ApiError ? save.error.details : {}
  function errorOf(name: NumberName): string | undefined {
    if (isChecked && invalid.includes(name)) return t('patient.monitoring.wholeNumber')
    return typeof details[name] === 'string' ? details[name] : undefined
  }
  const field = (name: NumberName) => (
    <TextField
      key={name}
      label={t(`patient.monitoring.${name}`)}
      description={t(`patient.monitoring.${name}Hint`)}
      inputMode="numeric"
      value={values[name]}
      error={errorOf(name)}
      onChange={(value) => setValues({ ...values, [name]: value })}
    />
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (invalid.length === 0) save.mutate()
    else save.reset()
  }
  return (
    <form className="stack" onSubmit={submit}>
      {field('okWindowSeconds')}
      <div>
        <Choice checked={silentEnabled} onChange={setSilentEnabled}>
          {t('patient.monitoring.silentEnabled')}
        </Choice>
        <Choice checked={ignoreSilenceWhileCharging} onChange={setIgnore}>
          {t('patient.monitoring.ignoreSilenceWhileCharging')}
        </Choice>
      </div>
      <div className="patient-columns">{numbers.slice(1).map(field)}</div>
      {save.isError && !numbers.some((name) => name in details) && (
        <Notice tone="caution" isAlert>
          {errorText(save.error)}
        </Notice>
      )}
      {save.isSuccess && (
        <Notice tone="good" isAlert>
          {t('patient.saved')}
        </Notice>
      )}
      <p>
        <Button type="submit" look="primary" isPending={save.isPending}>
          {t('common.save')}
        </Button>
      </p>
    </form>
  )
}

const toText = (monitoring: Monitoring) =>
  Object.fromEntries(numbers.map((name) => [name, monitoring[name]?.toString() ?? ''])) as Record<
    NumberName,
    string
  >

function toNumbers(values: Record<NumberName, string>) {
  const number = (name: NumberName) => (values[name].trim() === '' ? null : Number(values[name]))
  return {
    okWindowSeconds: number('okWindowSeconds') ?? 0,
    silentAfterMinutes: number('silentAfterMinutes'),
    heartRateLow: number('heartRateLow'),
    heartRateHigh: number('heartRateHigh'),
    spo2Low: number('spo2Low'),
    batteryLow: number('batteryLow'),
    batteryUrgent: number('batteryUrgent'),
  }
}
