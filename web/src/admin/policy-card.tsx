import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Severity } from '../../../src/detection/levels/severity.ts'
import type { Schema } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Tag } from '../ui/tag.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { PolicySteps } from './policy-steps.tsx'
import './admin.css'

type Policy = Schema<'EscalationPolicy'>

export interface PolicyCardProps {
  severity: Severity
  policy: Policy
  /** Where the policy comes from, unless it was made here. */
  origin: string | undefined
  resetText: string
  /** Stores a policy of its own, or with null returns to the one that applies without it. */
  onSave(policy: Policy | null): Promise<unknown>
}

/** Shows and changes who is notified of incidents of a severity. */
export function PolicyCard({ severity, policy, origin, resetText, onSave }: PolicyCardProps) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const save = useMutation({ mutationFn: onSave, onSuccess: () => setEditing(false) })
  const title = t(`admin.escalation.severities.${severity}`)
  return (
    <section className="card" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        {origin && <Tag>{origin}</Tag>}
      </div>
      {isEditing ? (
        <PolicyEditor
          policy={policy}
          isPending={save.isPending}
          error={save.error}
          onChange={save.reset}
          onSave={save.mutate}
          onCancel={() => {
            save.reset()
            setEditing(false)
          }}
        />
      ) : (
        <>
          <PolicySteps policy={policy} />
          <ErrorNotice error={save.error} />
          <div className="row">
            <Button aria-label={`${t('admin.escalation.edit')}: ${title}`} onPress={() => setEditing(true)}>
              {t('admin.escalation.edit')}
            </Button>
            {!origin && (
              <Button
                aria-label={`${resetText}: ${title}`}
                isPending={save.isPending}
                onPress={() => save.mutate(null)}
              >
                {resetText}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
