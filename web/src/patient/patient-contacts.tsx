import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { PhoneLink } from './phone-link.tsx'

/** PatientContacts are the numbers to call, and who takes care of the patient. */
export function PatientContacts({ patient }: { patient: Schema<'Patient'> }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const number = (phone: string | null) =>
    phone ? <PhoneLink phone={phone} /> : <span className="muted">{t('patient.contacts.missing')}</span>
  return (
    <section className="card" aria-labelledby="contacts">
      <h2 id="contacts">{t('patient.contacts.title')}</h2>
      <dl className="facts patient-contacts">
        <dt>{t('patient.contacts.emergency')}</dt>
        <dd>{number(patient.emergencyContact)}</dd>
        <dt>{t('patient.contacts.phone')}</dt>
        <dd>{number(patient.phone)}</dd>
        <dt>{t('patient.contacts.email')}</dt>
        <dd>{patient.email}</dd>
        <dt>{t('patient.contacts.caregivers')}</dt>
        <dd>
          <ul>
            {patient.caregivers.map(({ id, name, relationship, phone }) => (
              <li key={id} className="row">
                <span>{name}</span>
                {relationship && <span className="muted">{relationship}</span>}
                {phone && <PhoneLink phone={phone} />}
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      <p>
        <Button onPress={() => setEditing(true)}>{t('patient.contacts.edit')}</Button>
      </p>
      <Dialog title={t('patient.contacts.edit')} isOpen={isEditing} onClose={() => setEditing(false)}>
        <ContactForm patient={patient} onClose={() => setEditing(false)} />
      </Dialog>
    </section>
  )
}

const fields = ['emergencyContact', 'phone', 'dateOfBirth'] as const

function ContactForm({ patient, onClose }: { patient: Schema<'Patient'>; onClose(): void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const errorText = useErrorText()
  const [values, setValues] = useState({
    emergencyContact: patient.emergencyContact ?? '',
    phone: patient.phone ?? '',
    dateOfBirth: patient.dateOfBirth ?? '',
  })
  const save = useMutation({
    mutationFn: async () => {
      // What is empty cannot be sent: the service keeps a number until there is another one.
      const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim()))
      const params = { path: { id: patient.id } }
      return (await request(api.PUT('/api/patients/{id}', { params, body }))).data
    },
    onSuccess: (changed) => {
      client.setQueryData(keys.patient(patient.id), changed)
      onClose()
    },
  })
  const details = save.error instanceof ApiError ? save.error.details : {}
  const field = (name: (typeof fields)[number]) => ({
    label: t(`patient.contacts.${name}`),
    value: values[name],
    error: typeof details[name] === 'string' ? details[name] : undefined,
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className="form" onSubmit={submit}>
      <TextField type="tel" description={t('patient.contacts.digits')} {...field('emergencyContact')} />
      <TextField type="tel" {...field('phone')} />
      <TextField type="date" {...field('dateOfBirth')} />
      {save.isError && !fields.some((name) => name in details) && (
        <Notice tone="caution" isAlert>
          {errorText(save.error)}
        </Notice>
      )}
      <div className="form-actions">
        <Button type="submit" look="primary" isPending={save.isPending}>
          {t('common.save')}
        </Button>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
      </div>
    </form>
  )
}
