import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { overviewQuery } from '../api/queries.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { phoneHref } from '../ui/phone-href.ts'
import { usePlaceText } from '../ui/place.ts'
import { useMayManage } from './use-may-manage.ts'

// What checks a form is as large as the rest of the page.
const ContactForm = lazy(async () => ({ default: (await import('./contact-form.tsx')).ContactForm }))

const ResidenceForm = lazy(async () => ({ default: (await import('./residence-form.tsx')).ResidenceForm }))

const RenewInvitation = lazy(async () => ({
  default: (await import('./renew-invitation.tsx')).RenewInvitation,
}))

/** The numbers to call, and who takes care of the patient. */
export function PatientContacts({ patient }: { patient: Schema<'Patient'> }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const [isEditing, setEditing] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const { role } = useMe()
  // Somebody without an address is invited by admins only: whoever gives one can sign in as them.
  const mayManage = useMayManage(patient.id)
  const mayInvite = mayManage && (role === 'ADMIN' || (role === 'CAREGIVER' && patient.email !== null))
  // The status of the patient comes from there, too.
  const residence = useQuery(overviewQuery).data?.find(({ patientId }) => patientId === patient.id)
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
        <dd>{patient.email ?? <span className="muted">{t('patient.contacts.missing')}</span>}</dd>
        <dt>{t('patient.place.title')}</dt>
        <dd>
          {(residence && placeText(residence)) || (
            <span className="muted">{t('patient.contacts.missing')}</span>
          )}
        </dd>
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
      <p className="row">
        <Button onPress={() => setEditing(true)}>{t('patient.contacts.edit')}</Button>
        {residence && mayManage && <Button onPress={() => setMoving(true)}>{t('patient.place.edit')}</Button>}
        {mayInvite && <Button onPress={() => setInviting(true)}>{t('patient.invite.again')}</Button>}
      </p>
      {isInviting && (
        <Suspense>
          <RenewInvitation patient={patient} onClose={() => setInviting(false)} />
        </Suspense>
      )}
      {residence && (
        <Dialog title={t('patient.place.edit')} isOpen={isMoving} onClose={() => setMoving(false)}>
          <Suspense>
            <ResidenceForm residence={residence} onClose={() => setMoving(false)} />
          </Suspense>
        </Dialog>
      )}
      <Dialog title={t('patient.contacts.edit')} isOpen={isEditing} onClose={() => setEditing(false)}>
        <Suspense>
          <ContactForm patient={patient} onClose={() => setEditing(false)} />
        </Suspense>
      </Dialog>
    </section>
  )
}

/** Calls a number when it is touched. */
function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="phone-link" href={phoneHref(phone)}>
      <span aria-hidden="true">☎ </span>
      {phone}
    </a>
  )
}
