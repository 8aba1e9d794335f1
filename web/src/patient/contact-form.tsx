import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { changesOf, useDetailsSchema } from '../ui/person-schema.ts'

const contactsOf = ({ emergencyContact, phone, dateOfBirth }: Schema<'Patient'>) => ({
  emergencyContact: emergencyContact ?? '',
  phone: phone ?? '',
  dateOfBirth: dateOfBirth ?? '',
})
type Contacts = ReturnType<typeof contactsOf>

/** Changes the numbers to call; what was given once can only be replaced. */
export function ContactForm({ patient, onClose }: { patient: Schema<'Patient'>; onClose(): void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<Contacts>({
    defaultValues: contactsOf(patient),
    resolver: zodResolver(useDetailsSchema(patient)),
  })
  const save = useMutation({
    mutationFn: async (body: Partial<Contacts>) => {
      const params = { path: { id: patient.id } }
      return (await request(api.PUT('/api/patients/{id}', { params, body }))).data
    },
    onSuccess: (changed) => {
      client.setQueryData(keys.patient(patient.id), changed)
      onClose()
    },
  })
  function submit(values: Contacts) {
    const changes = changesOf(values, patient)
    if (Object.keys(changes).length > 0) save.mutate(changes)
    else onClose()
  }
  return (
    <form className="form" noValidate onSubmit={handleSubmit(submit)}>
      <FormTextField
        control={control}
        name="emergencyContact"
        label={t('patient.contacts.emergencyContact')}
        description={t('patient.contacts.digits')}
        type="tel"
      />
      <FormTextField control={control} name="phone" label={t('patient.contacts.phone')} type="tel" />
      <FormTextField
        control={control}
        name="dateOfBirth"
        label={t('patient.contacts.dateOfBirth')}
        type="date"
      />
      <ErrorNotice error={save.error} />
      <FormActions submitText={t('common.save')} isPending={save.isPending} onCancel={onClose} />
    </form>
  )
}
