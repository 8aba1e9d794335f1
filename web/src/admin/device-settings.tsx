import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { formatDuration } from '../i18n/units.ts'
import { TimeField } from '../me/time-field.tsx'
import { DeviceKindField } from '../patient/device-id-field.tsx'
import { isWorn } from '../patient/device-words.ts'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import {
  changesOf,
  type DeviceValues,
  intervals,
  isWatchable,
  type Problem,
  problemOf,
  valuesOf,
} from './device-changes.ts'
import { DeviceConsequences } from './device-consequences.tsx'
import { DeviceOwner } from './device-owner.tsx'
import type { AdminDevice } from './devices-queries.ts'

export interface DeviceSettingsDialogProps {
  device: AdminDevice
  onClose(): void
}

/** Changes what a device is, how often it is heard of, and where a shared one belongs; says first what comes of it. */
export function DeviceSettingsDialog({ device, onClose }: DeviceSettingsDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState(() => valuesOf(device))
  const [problem, setProblem] = useState<Problem>()
  const { settings, newOwner } = changesOf(device, values)
  const change = (changed: Partial<DeviceValues>) => {
    setValues({ ...values, ...changed })
    setProblem(undefined)
  }
  const save = useMutation({
    mutationFn: async () => {
      const params = { path: { id: device.id } }
      // The settings first: who gets the device gets it as it is, and both can be repeated.
      if (settings) await request(api.PUT('/api/admin/devices/{id}', { params, body: settings }))
      if (newOwner)
        await request(api.POST('/api/admin/devices/{id}/release', { params, body: { userId: newOwner.id } }))
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.devices })
      onClose()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemOf(device, values)
    setProblem(found)
    if (found || save.isPending) return
    if (settings || newOwner) save.mutate()
    else onClose()
  }
  const isShared = device.userId === null
  const isLocated = values.owner.of === 'place'
  return (
    <Dialog title={t('admin.devices.change.title', { device: device.name })} isOpen onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <TextField
          label={t('admin.devices.name')}
          description={t('admin.nearby.assign.nameHint')}
          autoComplete="off"
          maxLength={100}
          value={values.name}
          onChange={(name) => change({ name })}
          error={problem === 'name' ? t('admin.people.errors.name') : undefined}
        />
        <DeviceKindField
          description={t('admin.nearby.assign.kindHint')}
          value={values.kind}
          onChange={(kind) => change({ kind })}
        />
        <IntervalField
          device={device}
          isWorn={isWorn(values.kind)}
          value={values.every}
          onChange={(every) => change({ every })}
        />
        {isShared ? (
          <DeviceOwner
            value={values.owner}
            onChange={(owner) => change({ owner })}
            error={problem === 'owner' ? t('admin.devices.for.missing') : undefined}
          />
        ) : (
          <p>{t('admin.devices.change.belongs', { name: device.ownerName })}</p>
        )}
        {isShared && isLocated && isWatchable(values.kind) && (
          <WatchedHours value={values} isWrong={problem === 'hours'} onChange={change} />
        )}
        <DeviceConsequences device={device} values={values} />
        <ErrorNotice error={save.error} />
        <FormActions submitText={t('common.save')} isPending={save.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface IntervalFieldProps {
  device: AdminDevice
  isWorn: boolean
  /** Seconds; empty for what is learned. */
  value: string
  onChange(every: string): void
}

function IntervalField({ device, isWorn: worn, value, onChange }: IntervalFieldProps) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const own =
    device.isIntervalSet && device.expectedEverySeconds !== null ? [device.expectedEverySeconds] : []
  const shown = [...new Set([...intervals, ...own])].sort((a, b) => a - b)
  return (
    <SelectField
      label={t('admin.devices.change.interval')}
      description={t('admin.devices.change.intervalHint')}
      value={value}
      options={[
        { value: '', label: t(worn ? 'admin.devices.change.worn' : 'admin.devices.change.learned') },
        ...shown.map((seconds) => ({
          value: String(seconds),
          label: formatDuration(language, seconds),
        })),
      ]}
      onChange={onChange}
    />
  )
}

interface WatchedHoursProps {
  value: DeviceValues
  isWrong: boolean
  onChange(changed: Partial<DeviceValues>): void
}

function WatchedHours({ value: { isWatched, from, to }, isWrong, onChange }: WatchedHoursProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="stack">
      <legend>{t('admin.devices.change.watch')}</legend>
      <Choice checked={isWatched} onChange={(chosen) => onChange({ isWatched: chosen })}>
        {t('admin.devices.change.watched')}
      </Choice>
      {isWatched && (
        <div className="row">
          <TimeField
            label={t('admin.devices.change.from')}
            value={from}
            onChange={(time) => onChange({ from: time })}
          />
          <span aria-hidden="true">–</span>
          <TimeField
            label={t('admin.devices.change.to')}
            value={to}
            onChange={(time) => onChange({ to: time })}
          />
          {from === to && <span className="muted">{t('patient.watch.wholeDay')}</span>}
        </div>
      )}
      {isWrong && (
        <p className="field-error" role="alert">
          {t('patient.watch.noTime')}
        </p>
      )}
    </fieldset>
  )
}
