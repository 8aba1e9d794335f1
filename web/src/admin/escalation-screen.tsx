import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { EscalationPreview } from './escalation-preview.tsx'
import { PolicyCard } from './policy-card.tsx'
import { bySeverity } from './severities.ts'

const policiesQuery = queryOptions({
  queryKey: keys.admin('policies'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/escalation-policies', { signal }))).data,
})

/** Shows and changes who is notified of an incident, and when. */
export function EscalationScreen() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(policiesQuery)
  return (
    <>
      <ScreenTitle>{t('nav.policies')}</ScreenTitle>
      <p className="muted">{t('admin.escalation.about')}</p>
      <QueryState query={query}>
        {(policies) =>
          bySeverity(policies).map(({ severity, isDefault, policy }) => (
            <PolicyCard
              key={severity}
              severity={severity}
              policy={policy}
              origin={isDefault ? t('admin.escalation.default') : undefined}
              resetText={t('admin.escalation.reset')}
              onSave={async (changed) => {
                const body = { severity, policy: changed }
                const { data } = await request(api.PUT('/api/admin/escalation-policies', { body }))
                client.setQueryData(policiesQuery.queryKey, data)
                await client.invalidateQueries({ queryKey: ['patient'] })
              }}
            />
          ))
        }
      </QueryState>
      <EscalationPreview />
    </>
  )
}
