import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { readAssignmentsAgain, setKind } from './assign-api.ts'

const kinds = ['STAFF', 'RELATIVE'] as const
export type Kind = (typeof kinds)[number]

function useKindOptions() {
  const { t } = useTranslation()
  return kinds.map((value) => ({ value, label: t(`admin.person.assign.kinds.${value}`) }))
}

/** Chooses whether somebody looks after a patient as staff or as a relative. */
export function KindField({ value, onChange }: { value: Kind; onChange(value: Kind): void }) {
  const { t } = useTranslation()
  return (
    <SelectField<Kind>
      label={t('admin.person.assign.kind')}
      description={t('admin.person.assign.kindAbout')}
      value={value}
      options={useKindOptions()}
      onChange={onChange}
    />
  )
}

export interface AssignedKindProps {
  caregiverId: string
  patientId: string
  /** The other person of the assignment, to whom the field belongs. */
  name: string
  kind: Kind
}

/** Changes the kind of an assignment as soon as another one is chosen. */
export function AssignedKind({ caregiverId, patientId, name, kind }: AssignedKindProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (chosen: Kind) => setKind(caregiverId, patientId, chosen),
    onSuccess: () => readAssignmentsAgain(client),
  })
  return (
    <>
      <SelectField<Kind>
        label={t('admin.person.assign.kind')}
        aria-label={t('admin.person.assign.kindOf', { name })}
        value={change.data?.data.kind ?? kind}
        options={useKindOptions()}
        disabled={change.isPending}
        onChange={(chosen) => change.mutate(chosen)}
      />
      <ErrorNotice error={change.error} />
    </>
  )
}
