import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type Priority, readAssignmentsAgain } from './assign-api.ts'
import { type Kind, KindField } from './assign-kind.tsx'
import { PriorityField } from './assign-priority.tsx'
import type { NewAssignment } from './people-invite.ts'
import { PersonPicker } from './people-picker.tsx'
import type { User } from './people-queries.ts'

export interface AssignDialogProps {
  title: string
  label: string
  personRole: 'CAREGIVER' | 'PATIENT'
  exceptIds: readonly string[]
  onAssign(person: User, assignment: NewAssignment): Promise<void>
  onClose(): void
}

/** Chooses the other side of an assignment, and its priority. */
export function AssignDialog({ title, label, personRole, exceptIds, onAssign, onClose }: AssignDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [person, setPerson] = useState<User>()
  const [priority, setPriority] = useState<Priority>('1')
  const [kind, setKind] = useState<Kind>('STAFF')
  const [relationship, setRelationship] = useState('')
  const assign = useMutation({
    mutationFn: (chosen: User) =>
      onAssign(chosen, {
        priority: Number(priority),
        kind,
        ...(relationship.trim() && { relationship: relationship.trim() }),
      }),
    onSuccess: async () => {
      await readAssignmentsAgain(client)
      onClose()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (person && !assign.isPending) assign.mutate(person)
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <PersonPicker
          label={label}
          filter={{ role: personRole, status: 'active' }}
          value={person}
          onChange={setPerson}
          exceptIds={exceptIds}
        />
        <KindField value={kind} onChange={setKind} />
        {kind === 'RELATIVE' && (
          <TextField
            label={t('admin.person.assign.relationship')}
            description={t('admin.person.assign.relationshipAbout')}
            value={relationship}
            onChange={setRelationship}
          />
        )}
        <PriorityField value={priority} onChange={setPriority} />
        <ErrorNotice error={assign.error} />
        <FormActions
          submitText={t('admin.person.assign.submit')}
          isPending={assign.isPending}
          isDisabled={!person}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
