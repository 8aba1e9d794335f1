import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormChoice } from '../ui/form-choice.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import {
  type MonitoringFields,
  type MonitoringValues,
  monitoringFields,
  monitoringSchema,
  type NumberName,
  numberNames,
} from './monitoring-schema.ts'
import { monitoringQuery } from './patient-queries.ts'

export interface MonitoringFormProps {
  patientId: string
  monitoring: Schema<'PatientMonitoring'>
}

/** Which alarms are raised for the patient, and how long they can say that they are fine. */
export function MonitoringForm({ patientId, monitoring }: MonitoringFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { control, handleSubmit, reset } = useForm<MonitoringFields, unknown, MonitoringValues>({
    defaultValues: monitoringFields(monitoring),
    resolver: zodResolver(monitoringSchema(t)),
  })
  const save = useMutation({
    mutationFn: async (body: MonitoringValues) => {
      const params = { path: { id: patientId } }
      return (await request(api.PUT('/api/patients/{id}/monitoring', { params, body }))).data
    },
    onSuccess: (saved) => {
      client.setQueryData(monitoringQuery(patientId).queryKey, saved)
      reset(monitoringFields(saved))
    },
  })
  const field = (name: NumberName) => (
    <FormTextField
      key={name}
      control={control}
      name={name}
      label={t(`patient.monitoring.${name}`)}
      description={t(`patient.monitoring.${name}Hint`)}
      inputMode="numeric"
    />
  )
  return (
    <form
      className="stack"
      noValidate
      onSubmit={handleSubmit(
        (values) => save.mutate(values),
        () => save.reset(),
      )}
    >
      {field('okWindowSeconds')}
      <div>
        <FormChoice control={control} name="silentEnabled">
          {t('patient.monitoring.silentEnabled')}
        </FormChoice>
        <FormChoice control={control} name="ignoreSilenceWhileCharging">
          {t('patient.monitoring.ignoreSilenceWhileCharging')}
        </FormChoice>
      </div>
      <div className="patient-columns">{numberNames.slice(1).map(field)}</div>
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
