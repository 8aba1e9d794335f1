import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostUrgentFirst, type Severity } from '../../../src/detection/levels/severity.ts'
import { channelWord } from '../i18n/channel-word.ts'
import { useFormats } from '../i18n/formats.ts'
import { formatDuration } from '../i18n/units.ts'
import { named } from '../incident/named.ts'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Tag } from '../ui/tag.tsx'
import { afterText } from './after-text.ts'
import { previewQuery } from './patient-queries.ts'
import './escalation-preview.css'

/** Reads like a plan: who hears of a fall of this patient now, by what, and when. */
export function EscalationPreview({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const [severity, setSeverity] = useState<Severity>('HIGH')
  return (
    <section className="card" aria-labelledby="escalation">
      <h2 id="escalation">{t('patient.escalation.title')}</h2>
      <SelectField<Severity>
        label={t('patient.escalation.severity')}
        value={severity}
        options={mostUrgentFirst.map((value) => ({ value, label: t(`patient.severity.${value}`) }))}
        onChange={setSeverity}
      />
      <EscalationPlan patientId={patientId} severity={severity} />
    </section>
  )
}

export interface EscalationPlanProps {
  patientId: string
  severity: Severity
  /** Now unless given. */
  at?: Date | undefined
}

/** Who would hear of an incident, step by step. */
export function EscalationPlan({ patientId, severity, at }: EscalationPlanProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const preview = useQuery({ ...previewQuery(patientId, severity, at), placeholderData: keepPreviousData })
  return (
    <QueryState query={preview}>
      {({ steps, repeatEverySeconds, unreachable }) => (
        <div className="stack">
          {steps.length === 0 && <Notice tone="caution">{t('patient.escalation.nobody')}</Notice>}
          <ol className="escalation-steps">
            {steps.map(({ afterSeconds, tells }) => (
              <li key={afterSeconds}>
                <h3>{afterText(t, afterSeconds)}</h3>
                <ul>
                  {tells.map(
                    ({ personId, name, role, kind, relationship, helps, channels, onDuty }, index) => (
                      <Told
                        // Several have no id, and all of them are shown anew at once.
                        key={personId ?? index}
                        name={
                          personId === null
                            ? t(`patient.escalation.unnamed.${role ?? 'webhooks'}`)
                            : named({ name, relationship }, '')
                        }
                        isInformed={kind === 'RELATIVE' && !helps}
                        channels={channels}
                        isOffDuty={role !== null && !onDuty}
                      />
                    ),
                  )}
                </ul>
              </li>
            ))}
          </ol>
          {repeatEverySeconds !== null && steps.length > 0 && (
            <p className="muted">
              {t('patient.escalation.repeat', {
                duration: formatDuration(formats.language, repeatEverySeconds),
              })}
            </p>
          )}
          {unreachable.map(({ personId, name, relationship, reason }, index) => (
            <Notice key={personId ?? index} tone="caution">
              {t(`patient.escalation.unreachable.${reason}`, {
                name:
                  personId === null
                    ? t('patient.escalation.unnamed.CAREGIVER')
                    : named({ name, relationship }, ''),
              })}
            </Notice>
          ))}
        </div>
      )}
    </QueryState>
  )
}

interface ToldProps {
  name: string
  channels: readonly string[]
  isOffDuty: boolean
  /** A relative, whose answer does not end the alarm. */
  isInformed: boolean
}

function Told({ name, channels, isOffDuty, isInformed }: ToldProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = channels.map((channel) => channelWord(t, channel))
  return (
    <li className="row">
      <span>{name}</span>
      {words.length > 0 && <span className="muted">{formats.list(words)}</span>}
      {isInformed && <Tag>{t('patient.escalation.informed')}</Tag>}
      {isOffDuty && <Tag>{t('patient.escalation.offDuty')}</Tag>}
    </li>
  )
}
