import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'

const homeAssistantQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'home-assistant'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}/home-assistant', { signal, params: { path: { id } } })))
        .data,
  })

interface Decision {
  shown: boolean
  showName: boolean
}

export interface HomeAssistantSharingProps {
  patientId: string
  /** Who appears; the reader unless it is given. */
  name?: string
}

/** Decides whether Home Assistant shows that the patient needs help, and with which names. */
export function HomeAssistantSharing({ patientId, name }: HomeAssistantSharingProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const client = useQueryClient()
  const { queryKey, ...options } = homeAssistantQuery(patientId)
  const query = useQuery({ queryKey, ...options })
  const saving = useMutation({
    mutationFn: async (body: Decision) =>
      (
        await request(
          api.PUT('/api/patients/{id}/home-assistant', { params: { path: { id: patientId } }, body }),
        )
      ).data,
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  })
  return (
    <section className="card" aria-labelledby="home-assistant-title">
      <h2 id="home-assistant-title">{t('privacy.homeAssistant.title')}</h2>
      <p className="muted">{t('privacy.homeAssistant.text')}</p>
      <p className="muted">{t('privacy.homeAssistant.who')}</p>
      <QueryState query={query}>
        {(stored) => {
          const { shown, showName } = saving.isPending ? saving.variables : stored
          return (
            <>
              <Choice
                checked={shown}
                // The name is asked for anew: who appears again is not named because they once were.
                onChange={(isShown) => saving.mutate({ shown: isShown, showName: false })}
              >
                {name ? t('privacy.homeAssistant.showOf', { name }) : t('privacy.homeAssistant.show')}
              </Choice>
              {shown && (
                <Choice
                  checked={showName}
                  onChange={(isNamed) => saving.mutate({ shown: true, showName: isNamed })}
                >
                  {name ? t('privacy.homeAssistant.nameOf', { name }) : t('privacy.homeAssistant.name')}
                </Choice>
              )}
              {shown && !stored.available && (
                <Notice tone="caution">{t('privacy.homeAssistant.noBroker')}</Notice>
              )}
              <p className="muted" role="status">
                {stored.since
                  ? t('privacy.homeAssistant.since', { date: formats.date(new Date(stored.since)) })
                  : t('privacy.homeAssistant.hidden')}
              </p>
            </>
          )
        }}
      </QueryState>
      <ErrorNotice error={saving.error} />
    </section>
  )
}
