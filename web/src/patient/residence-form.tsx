import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { Notice } from '../ui/notice.tsx'

const parts = ['room', 'ward', 'site'] as const
type Parts = Record<(typeof parts)[number], string>

export interface ResidenceFormProps {
  residence: Schema<'Residence'>
  onClose(): void
}

/**
 * Changes where a patient lives; an empty field says that it is not known. It asks again if an incident is open,
 * or if nobody who can be reached would look after the patient there, and names who would no longer be told.
 */
export function ResidenceForm({ residence, onClose }: ResidenceFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { patientId, room, ward, site } = residence
  const { control, handleSubmit, watch } = useForm<Parts>({
    defaultValues: { room: room ?? '', ward: ward ?? '', site: site ?? '' },
  })
  const save = useMutation({
    mutationFn: ({ isMeant, ...values }: Parts & { isMeant: boolean }) => {
      const params = {
        path: { id: patientId },
        query: { confirm: isMeant ? 'true' : 'false' },
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
  const typed = watch()
  // What was asked about one place is no question about another.
  const isAsked = parts.every((part) => typed[part] === save.variables?.[part])
  const question =
    isAsked && save.error instanceof ApiError && save.error.status === 409 ? save.error : undefined
  return (
    <form
      className="form"
      noValidate
      onSubmit={handleSubmit((values) => save.mutate({ ...values, isMeant: false }))}
    >
      {parts.map((part) => (
        <FormTextField key={part} control={control} name={part} label={t(`patient.place.${part}`)} />
      ))}
      {question ? <MoveQuestion error={question} /> : <ErrorNotice error={isAsked ? save.error : null} />}
      <FormActions submitText={t('common.save')} isPending={save.isPending} onCancel={onClose}>
        {question && (
          <Button onPress={() => handleSubmit((values) => save.mutate({ ...values, isMeant: true }))()}>
            {t('patient.place.moveAnyway')}
          </Button>
        )}
      </FormActions>
    </form>
  )
}

/** What whoever moves a patient has to know before they confirm it. */
function MoveQuestion({ error }: { error: ApiError }) {
  const { t } = useTranslation()
  const { openIncidents, reachable, noLongerTold } = error.details
  const names = typeof noLongerTold === 'string' ? noLongerTold : ''
  return (
    <Notice tone="caution" isAlert>
      {error.code === 'PLACE_WITHOUT_TEAM' && <p>{t('refusals.PLACE_WITHOUT_TEAM')}</p>}
      {Number(openIncidents) > 0 && <p>{t('patient.place.openIncident')}</p>}
      {reachable === 0 && <p>{t('patient.place.nobodyReachable')}</p>}
      {names && <p>{t('patient.place.noLongerTold', { names })}</p>}
    </Notice>
  )
}
