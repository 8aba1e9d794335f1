import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Tag } from '../ui/tag.tsx'
import type { DutyHours } from './duty-hours.ts'
import { DutyHoursForm } from './duty-hours-form.tsx'

const dutyQuery = queryOptions({
  queryKey: keys.duty,
  queryFn: async ({ signal }) => (await request(api.GET('/api/caregivers/me/duty', { signal }))).data,
})

/** When a caregiver is at work; at other times others are told first. */
export function DutySection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const duty = useQuery(dutyQuery)
  const saving = useMutation({
    mutationFn: async (body: { onDuty: boolean; hours?: DutyHours[] | null }) =>
      (await request(api.PUT('/api/caregivers/me/duty', { body }))).data,
    onSuccess: (saved) => client.setQueryData(dutyQuery.queryKey, saved),
  })
  return (
    <section className="card" aria-labelledby="duty-title">
      <h2 id="duty-title">{t('me.duty.title')}</h2>
      <p className="muted">{t('me.duty.text')}</p>
      <QueryState query={duty}>
        {({ onDuty, onDutyNow, hours, timeZone }) => (
          <>
            <div className="row" role="status">
              <Tag tone={onDutyNow ? 'good' : 'neutral'}>
                {onDutyNow ? t('me.duty.now') : t('me.duty.notNow')}
              </Tag>
            </div>
            <Choice
              checked={saving.isPending ? saving.variables.onDuty : onDuty}
              onChange={(isChosen) => saving.mutate({ onDuty: isChosen })}
            >
              {t('me.duty.onDuty')}
            </Choice>
            {onDuty && (
              <DutyHoursForm
                hours={hours}
                timeZone={timeZone}
                isPending={saving.isPending}
                isSaved={saving.isSuccess && saving.variables.hours !== undefined}
                onEdit={() => saving.reset()}
                onSave={(changed) => saving.mutate({ onDuty, hours: changed })}
              />
            )}
            <ErrorNotice error={saving.error} />
          </>
        )}
      </QueryState>
    </section>
  )
}
