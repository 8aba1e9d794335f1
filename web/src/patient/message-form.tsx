import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useDraft } from '../shell/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Correspondent } from './message-queries.ts'

/** Sends a message; the text stays until it was sent. */
export function MessageForm({ person }: { person: Correspondent }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [content, setContent] = useDraft(`message ${person.id}`)
  const send = useMutation({
    mutationFn: async (text: string) => {
      const body = { recipientId: person.id, content: text, type: 'TEXT' as const }
      return (await request(api.POST('/api/messages', { body }))).data
    },
    onSuccess: () => {
      setContent('')
      return client.invalidateQueries({ queryKey: keys.messages })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (content.trim()) send.mutate(content.trim())
  }
  return (
    <form className="stack" onSubmit={submit}>
      <CannotSignIn person={person} />
      <TextField
        label={t('patient.messages.write', { name: person.name })}
        isMultiline
        maxLength={5000}
        value={content}
        onChange={setContent}
      />
      <ErrorNotice error={send.error} />
      <p className="row">
        <Button type="submit" look="primary" isPending={send.isPending} isDisabled={!content.trim()}>
          {t('patient.messages.send')}
        </Button>
        <span className="muted">{t('patient.messages.notForEmergencies')}</span>
      </p>
    </form>
  )
}

/** Warns before a message is written that nobody would read. */
function CannotSignIn({ person: { id, name } }: { person: Correspondent }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: [...keys.messages, 'recipient', id],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/messages/recipients/{id}', { signal, params: { path: { id } } }))).data,
  })
  if (data?.canSignIn !== false) return null
  return <Notice tone="caution">{t('patient.messages.cannotSignIn', { name })}</Notice>
}
