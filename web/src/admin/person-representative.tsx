import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { type Access, accessQuery } from '../me/access-query.ts'
import { HomeAssistantSharing } from '../me/home-assistant-sharing.tsx'
import { ShareLinks } from '../me/share-links.tsx'
import { VitalSharing } from '../me/vital-sharing.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { z } from '../ui/zod.ts'

interface PatientProps {
  patientId: string
  /** The patient's. */
  name: string
}

/** Who decides for a patient, and, if there is somebody, what an admin does on their behalf. */
export function PersonRepresentative({ patientId, name }: PatientProps) {
  const access = useQuery(accessQuery(patientId))
  return (
    <QueryState query={access}>
      {({ representative, sharing, links }) => (
        <>
          <Representative patientId={patientId} name={name} representative={representative} />
          {representative && (
            <>
              <VitalSharing patientId={patientId} isShared={sharing.vitals} name={name} />
              <HomeAssistantSharing patientId={patientId} name={name} />
              <ShareLinks patientId={patientId} links={links} />
            </>
          )}
        </>
      )}
    </QueryState>
  )
}

type RepresentativeProps = PatientProps & Pick<Access, 'representative'>

function Representative({ patientId, name, representative }: RepresentativeProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const client = useQueryClient()
  const [open, setOpen] = useState<'form' | 'end'>()
  const close = () => setOpen(undefined)
  const params = { path: { id: patientId } }
  const readAgain = () => client.invalidateQueries({ queryKey: accessQuery(patientId).queryKey })

  async function end() {
    await request(api.DELETE('/api/admin/patients/{id}/representative', { params }))
    await readAgain()
  }

  return (
    <section className="card" aria-labelledby="representative-title">
      <h2 id="representative-title">{t('admin.person.representative.title')}</h2>
      <p className="muted">{t('admin.person.representative.about', { name })}</p>
      {representative ? (
        <dl className="facts">
          <dt>{t('admin.person.representative.name')}</dt>
          <dd>{representative.name}</dd>
          <dt>{t('admin.person.representative.relationship')}</dt>
          <dd>{representative.relationship}</dd>
          <dt>{t('admin.person.representative.since')}</dt>
          <dd>{formats.date(new Date(representative.recordedAt))}</dd>
        </dl>
      ) : (
        open !== 'form' && <p>{t('admin.person.representative.none')}</p>
      )}
      {open === 'form' ? (
        <RepresentativeForm
          stored={representative}
          onClose={close}
          onSave={async (body) => {
            await request(api.PUT('/api/admin/patients/{id}/representative', { params, body }))
            await readAgain()
            close()
          }}
        />
      ) : (
        <div className="row">
          <Button
            {...(representative && { 'aria-label': t('admin.person.representative.changeOf') })}
            onPress={() => setOpen('form')}
          >
            {t(representative ? 'admin.person.representative.change' : 'admin.person.representative.add')}
          </Button>
          {representative && (
            <Button onPress={() => setOpen('end')}>{t('admin.person.representative.end')}</Button>
          )}
        </div>
      )}
      {open === 'end' && representative && (
        <ConfirmDialog
          title={t('admin.person.representative.endTitle', { name: representative.name })}
          confirmLabel={t('admin.person.representative.end')}
          onConfirm={end}
          onClose={close}
        >
          <p>{t('admin.person.representative.endAbout', { patient: name })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

const maxName = 100

type Values = Pick<Schema<'Representative'>, 'name' | 'relationship'>

interface RepresentativeFormProps {
  stored: Values | null
  onSave(values: Values): Promise<void>
  onClose(): void
}

function RepresentativeForm({ stored, onSave, onClose }: RepresentativeFormProps) {
  const { t } = useTranslation()
  const text = z.string().trim().max(maxName, t('admin.people.errors.long'))
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: { name: stored?.name ?? '', relationship: stored?.relationship ?? '' },
    resolver: zodResolver(
      z.object({
        name: text.min(1, t('admin.people.errors.name')),
        relationship: text.min(1, t('admin.person.representative.relationshipMissing')),
      }),
    ),
  })
  const save = useMutation({ mutationFn: onSave })
  return (
    <form className="form" noValidate onSubmit={handleSubmit((values) => save.mutate(values))}>
      <FormTextField
        control={control}
        name="name"
        label={t('admin.person.representative.name')}
        autoComplete="off"
        autoFocus
        isRequired
      />
      <FormTextField
        control={control}
        name="relationship"
        label={t('admin.person.representative.relationship')}
        description={t('admin.person.representative.relationshipAbout')}
        autoComplete="off"
        isRequired
      />
      <ErrorNotice error={save.error} />
      <FormActions submitText={t('common.save')} isPending={save.isPending} onCancel={onClose} />
    </form>
  )
}
