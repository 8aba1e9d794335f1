import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { TimeField } from '../me/time-field.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { monitoringQuery } from './patient-queries.ts'

type Monitoring = Schema<'PatientMonitoring'>

const watches = ['bedExit', 'wandering', 'inactivity'] as const
type Watch = (typeof watches)[number]

/** The least and the greatest value of what is a number. */
const ranges = { bedExitAfterMinutes: [0, 240], inactivityAfterHours: [1, 23] } as const
type NumberName = keyof typeof ranges

type Values = Record<`${Watch}Enabled`, boolean> & Record<`${Watch}${'From' | 'To'}` | NumberName, string>

function valuesOf({ bedExitAfterMinutes, inactivityAfterHours, ...monitoring }: Monitoring): Values {
  const { bedExitEnabled, bedExitFrom, bedExitTo } = monitoring
  const { wanderingEnabled, wanderingFrom, wanderingTo } = monitoring
  const { inactivityEnabled, inactivityFrom, inactivityTo } = monitoring
  return {
    ...{ bedExitEnabled, bedExitFrom, bedExitTo, bedExitAfterMinutes: String(bedExitAfterMinutes) },
    ...{ wanderingEnabled, wanderingFrom, wanderingTo },
    ...{ inactivityEnabled, inactivityFrom, inactivityTo },
    inactivityAfterHours: String(inactivityAfterHours),
  }
}

function isInRange(name: NumberName, text: string): boolean {
  const [min, max] = ranges[name]
  return /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}

const isTime = (text: string) => /^\d\d:\d\d$/.test(text)

export interface WatchFormProps {
  patientId: string
  monitoring: Monitoring
}

/** What beds, doors and motion sensors watch of the patient, and at which hours. */
export function WatchForm({ patientId, monitoring }: WatchFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState(() => valuesOf(monitoring))
  const [isChecked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const params = { path: { id: patientId } }
      const { bedExitAfterMinutes, inactivityAfterHours, ...others } = values
      const body = {
        ...others,
        bedExitAfterMinutes: Number(bedExitAfterMinutes),
        inactivityAfterHours: Number(inactivityAfterHours),
      }
      return (await request(api.PUT('/api/patients/{id}/monitoring', { params, body }))).data
    },
    onSuccess: (saved) => {
      client.setQueryData(monitoringQuery(patientId).queryKey, saved)
      setValues(valuesOf(saved))
    },
  })
  const change = (changed: Values) => {
    if (save.isSuccess) save.reset()
    setValues(changed)
  }
  const wrongNumbers = (Object.keys(ranges) as NumberName[]).filter((name) => !isInRange(name, values[name]))
  const hasWrongTime = watches.some(
    (watch) => !isTime(values[`${watch}From`]) || !isTime(values[`${watch}To`]),
  )
  const number = (name: NumberName) => {
    const [min, max] = ranges[name]
    const isWrong = isChecked && wrongNumbers.includes(name)
    return (
      <TextField
        label={t(`patient.watch.${name}`)}
        description={t(`patient.watch.${name}Hint`)}
        inputMode="numeric"
        value={values[name]}
        onChange={(text) => change({ ...values, [name]: text })}
        error={isWrong ? t('patient.watch.range', { min, max }) : undefined}
      />
    )
  }
  const hours = (watch: Watch) => (
    <div className="watch-hours">
      <span>{t('patient.watch.hours')}</span>
      <span className="watch-times">
        <TimeField
          label={t('patient.watch.from', { what: t(`patient.watch.${watch}`) })}
          value={values[`${watch}From`]}
          onChange={(time) => change({ ...values, [`${watch}From`]: time })}
        />
        <span aria-hidden="true">–</span>
        <TimeField
          label={t('patient.watch.to', { what: t(`patient.watch.${watch}`) })}
          value={values[`${watch}To`]}
          onChange={(time) => change({ ...values, [`${watch}To`]: time })}
        />
      </span>
      {values[`${watch}From`] === values[`${watch}To`] && (
        <span className="muted">{t('patient.watch.wholeDay')}</span>
      )}
    </div>
  )
  const onOff = (watch: Watch) => (
    <Choice
      checked={values[`${watch}Enabled`]}
      onChange={(isChosen) => change({ ...values, [`${watch}Enabled`]: isChosen })}
    >
      {t(`patient.watch.${watch}Enabled`)}
    </Choice>
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (wrongNumbers.length === 0 && !hasWrongTime && !save.isPending) save.mutate()
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="muted">{t('patient.watch.about')}</p>
      <fieldset className="field-group stack">
        <legend>{t('patient.watch.bedExit')}</legend>
        {onOff('bedExit')}
        {values.bedExitEnabled && (
          <>
            {hours('bedExit')}
            {number('bedExitAfterMinutes')}
          </>
        )}
      </fieldset>
      <fieldset className="field-group stack">
        <legend>{t('patient.watch.wandering')}</legend>
        {onOff('wandering')}
        {values.wanderingEnabled && hours('wandering')}
      </fieldset>
      <fieldset className="field-group stack">
        <legend>{t('patient.watch.inactivity')}</legend>
        {onOff('inactivity')}
        {values.inactivityEnabled && (
          <>
            {hours('inactivity')}
            {number('inactivityAfterHours')}
          </>
        )}
      </fieldset>
      {isChecked && hasWrongTime && (
        <Notice tone="caution" isAlert>
          {t('patient.watch.noTime')}
        </Notice>
      )}
      <ErrorNotice error={save.error} />
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
