import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Notice } from '../ui/notice.tsx'
import type { Correspondent } from './message-queries.ts'

/** Warns before a message is written that nobody would read. */
export function CannotSignIn({ person: { id, name } }: { person: Correspondent }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: [...keys.messages, 'recipient', id],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/messages/recipients/{id}', { signal, params: { path: { id } } }))).data,
  })
  if (data?.canSignIn !== false) return null
  return <Notice tone="caution">{t('patient.messages.cannotSignIn', { name })}</Notice>
}
