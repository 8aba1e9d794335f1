import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Tag } from '../ui/tag.tsx'
import { EscalationPreview } from './escalation-preview.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { PolicySteps } from './policy-steps.tsx'
import { type Severity, severities } from './severities.ts'
import './admin.css'

type Policy = Schema<'EscalationPolicy'>

/** EscalationScreen shows and changes who is notified of an incident, and when. */
export function EscalationScreen() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: keys.admin('policies'),
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/admin/escalation-policies', { signal }))).data,
  })
  return (
    <>
      <ScreenTitle>{t('nav.policies')}</ScreenTitle>
      <p className="muted">{t('admin.escalation.about')}</p>
      <QueryState query={query}>
        {(policies) =>
          severities.map((severity) => {
            const known = policies.find((each) => each.severity === severity)
            return known && <PolicyCard key={severity} {...known} />
          })
        }
      </QueryState>
      <EscalationPreview />
    </>
  )
}

interface PolicyCardProps {
  severity: Severity
  isDefault: boolean
  policy: Policy
}

function PolicyCard({ severity, isDefault, policy }: PolicyCardProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const save = useMutation({
    mutationFn: (changed: Policy | null) =>
      request(api.PUT('/api/admin/escalation-policies', { body: { severity, policy: changed } })),
    onSuccess: ({ data }) => {
      client.setQueryData(keys.admin('policies'), data)
      setEditing(false)
    },
  })
  const title = t(`admin.escalation.severities.${severity}`)
  return (
    <section className="card">
      <div className="row">
        <h2>{title}</h2>
        {isDefault && <Tag>{t('admin.escalation.default')}</Tag>}
      </div>
      {save.isError && (
        <Notice tone="caution" isAlert>
          {errorText(save.error)}
        </Notice>
      )}
      {isEditing ? (
        <PolicyEditor
          policy={policy}
          isPending={save.isPending}
          onSave={save.mutate}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <PolicySteps policy={policy} />
          <div className="row">
            <Button aria-label={`${t('admin.escalation.edit')}: ${title}`} onPress={() => setEditing(true)}>
              {t('admin.escalation.edit')}
            </Button>
            {!isDefault && (
              <Button
                aria-label={`${t('admin.escalation.reset')}: ${title}`}
                isPending={save.isPending}
                onPress={() => save.mutate(null)}
              >
                {t('admin.escalation.reset')}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
