import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'

const parts = ['room', 'ward', 'site'] as const
type Parts = Record<(typeof parts)[number], string>

export interface ResidenceFormProps {
  residence: Schema<'Residence'>
  onClose(): void
}

/**
 * ResidenceForm changes where a patient lives; an empty field says that it is not known. It asks again if nobody would look
 * after the patient there: the ward may be misspelled.
 */
export function ResidenceForm({ residence, onClose }: ResidenceFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { patientId, room, ward, site } = residence
  const { control, handleSubmit } = useForm<Parts>({
    defaultValues: { room: room ?? '', ward: ward ?? '', site: site ?? '' },
  })
  const save = useMutation({
    mutationFn: ({ isMeant, ...values }: Parts & { isMeant: boolean }) => {
      const params = {
        path: { id: patientId },
        query: { withoutCaregivers: isMeant ? 'true' : 'false' },
      } as const
      const [newRoom, newWard, newSite] = parts.map((part) => values[part].trim() || null)
      const body = { room: newRoom ?? null, ward: newWard ?? null, site: newSite ?? null }
      return request(api.PUT('/api/patients/{id}/residence', { params, body }))
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: keys.patient(patientId) })
      await client.invalidateQueries({ queryKey: keys.overview })
      onClose()
    },
  })
  const isUnwatched = save.error instanceof ApiError && save.error.status === 409
  return (
    <form
      className="form"
      noValidate
      onSubmit={handleSubmit((values) => save.mutate({ ...values, isMeant: false }))}
    >
      {parts.map((part) => (
        <FormTextField key={part} control={control} name={part} label={t(`patient.place.${part}`)} />
      ))}
      <ErrorNotice error={save.error} />
      <FormActions submitText={t('common.save')} isPending={save.isPending} onCancel={onClose}>
        {isUnwatched && (
          <Button onPress={() => handleSubmit((values) => save.mutate({ ...values, isMeant: true }))()}>
            {t('patient.place.moveAnyway')}
          </Button>
        )}
      </FormActions>
    </form>
  )
}
