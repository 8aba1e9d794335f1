import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostUrgentFirst, type Severity } from '../../../src/detection/levels/severity.ts'
import { EscalationPlan } from '../patient/escalation-preview.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { PersonPicker } from './people-picker.tsx'
import type { User } from './people-queries.ts'

/** Says who would be notified of an incident of a patient at a time, without notifying anybody. */
export function EscalationPreview() {
  const { t } = useTranslation()
  const [patient, setPatient] = useState<User>()
  const [severity, setSeverity] = useState<Severity>('HIGH')
  const [at, setAt] = useState('')
  return (
    <section className="card" aria-labelledby="dry-run">
      <h2 id="dry-run">{t('admin.escalation.preview')}</h2>
      <p className="muted">{t('admin.escalation.previewAbout')}</p>
      <PersonPicker
        label={t('admin.escalation.patient')}
        filter={{ role: 'PATIENT' }}
        value={patient}
        onChange={setPatient}
      />
      <div className="row">
        <SelectField
          label={t('admin.escalation.severity')}
          value={severity}
          onChange={setSeverity}
          options={mostUrgentFirst.map((value) => ({
            value,
            label: t(`admin.escalation.severities.${value}`),
          }))}
        />
        <TextField
          label={t('admin.escalation.previewAt')}
          type="datetime-local"
          value={at}
          onChange={setAt}
        />
      </div>
      {patient && (
        <EscalationPlan patientId={patient.id} severity={severity} at={at ? new Date(at) : undefined} />
      )}
    </section>
  )
}
