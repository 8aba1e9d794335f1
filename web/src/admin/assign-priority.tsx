import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type Priority, priorities, readAssignmentsAgain, setPriority } from './assign-api.ts'

function usePriorityOptions() {
  const { t } = useTranslation()
  return priorities.map((value) => ({
    value,
    label: value === '1' ? t('admin.person.assign.first') : value,
  }))
}

export function PriorityField({ value, onChange }: { value: Priority; onChange(value: Priority): void }) {
  const { t } = useTranslation()
  return (
    <SelectField<Priority>
      label={t('admin.person.assign.priority')}
      description={t('admin.person.assign.priorityAbout')}
      value={value}
      options={usePriorityOptions()}
      onChange={onChange}
    />
  )
}

export interface AssignedPriorityProps {
  caregiverId: string
  patientId: string
  /** The other person of the assignment, to whom the field belongs. */
  name: string
  /** Not known of a caregiver who cannot sign in yet. */
  priority?: number | undefined
}

/** Changes the priority of an assignment as soon as another one is chosen. */
export function AssignedPriority({ caregiverId, patientId, name, priority }: AssignedPriorityProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const options = usePriorityOptions()
  const change = useMutation({
    mutationFn: (chosen: Priority) => setPriority(caregiverId, patientId, chosen),
    onSuccess: () => readAssignmentsAgain(client),
  })
  const shown = change.data?.data.priority ?? priority
  return (
    <>
      <SelectField<Priority | ''>
        label={t('admin.person.assign.priority')}
        aria-label={t('admin.person.assign.priorityOf', { name })}
        value={shown === undefined ? '' : (String(shown) as Priority)}
        options={
          shown === undefined
            ? [{ value: '', label: t('admin.person.assign.choosePriority') }, ...options]
            : options
        }
        disabled={change.isPending}
        onChange={(chosen) => chosen && change.mutate(chosen)}
      />
      <ErrorNotice error={change.error} />
    </>
  )
}
