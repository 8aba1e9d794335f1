import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useErrorText, useSendFailure } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextField } from '../ui/text-field.tsx'

/** What became of a test message. */
type Test = Awaited<ReturnType<typeof sendTest>>

const sendTest = async (id: string) =>
  (await request(api.POST('/api/admin/webhooks/{id}/test', { params: { path: { id } } }))).data

/** What became of a request: a secret, which is shown this once, or a test that was accepted or not. */
type Outcome = { secret: string } | { test: Test } | undefined

const add = async (url: string): Promise<Outcome> =>
  (await request(api.POST('/api/admin/webhooks', { body: { url } }))).data

const test = async (id: string): Promise<Outcome> => ({ test: await sendTest(id) })

async function rotate(id: string): Promise<Outcome> {
  return (await request(api.POST('/api/admin/webhooks/{id}/rotate', { params: { path: { id } } }))).data
}

async function remove(id: string): Promise<Outcome> {
  await request(api.DELETE('/api/admin/webhooks/{id}', { params: { path: { id } } }))
  return undefined
}

interface Question {
  act: 'rotate' | 'delete'
  id: string
  url: string
}

/** The other systems that are told of incidents, such as a nurse call system. */
export function Webhooks() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question>()
  const query = useQuery({
    queryKey: keys.admin('webhooks'),
    queryFn: async ({ signal }) => (await request(api.GET('/api/admin/webhooks', { signal }))).data,
  })
  const act = useMutation({
    mutationFn: (send: () => Promise<Outcome>) => send(),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.admin('webhooks') }),
  })
  return (
    <section className="card">
      <h2>{t('admin.system.webhooks')}</h2>
      <div role="status">
        <ActOutcome outcome={act.data} error={act.error} />
      </div>
      <QueryState query={query}>
        {(webhooks) => (
          <ul className="stack">
            {webhooks.map((webhook) => (
              <Webhook
                key={webhook.id}
                webhook={webhook}
                isBusy={act.isPending}
                onTest={() => act.mutate(() => test(webhook.id))}
                onQuestion={(kind) => setQuestion({ act: kind, id: webhook.id, url: webhook.url })}
              />
            ))}
          </ul>
        )}
      </QueryState>
      <NewWebhook isPending={act.isPending} onAdd={(url) => act.mutateAsync(() => add(url))} />
      {question && (
        <ConfirmDialog
          title={t(`admin.system.webhookQuestions.${question.act}.title`)}
          confirmLabel={t(`admin.system.webhookActs.${question.act}`)}
          onConfirm={() =>
            act.mutateAsync(() => (question.act === 'rotate' ? rotate(question.id) : remove(question.id)))
          }
          onClose={() => setQuestion(undefined)}
        >
          <p>{t(`admin.system.webhookQuestions.${question.act}.about`, { url: question.url })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function ActOutcome({ outcome, error }: { outcome: Outcome; error: Error | null }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const failureText = useSendFailure()
  if (error) return <Notice tone="caution">{errorText(error)}</Notice>
  if (!outcome) return null
  if ('secret' in outcome)
    return (
      <Notice tone="good">
        <CopyField label={t('admin.system.webhookSecret')} value={outcome.secret} />
      </Notice>
    )
  if (outcome.test.state === 'SENT') return <Notice tone="good">{t('admin.system.webhookTested')}</Notice>
  const reason = failureText(outcome.test) ?? outcome.test.state
  return <Notice tone="caution">{t('admin.system.webhookNotTested', { reason })}</Notice>
}

interface WebhookProps {
  webhook: Schema<'Webhook'>
  isBusy: boolean
  onTest(): void
  onQuestion(act: Question['act']): void
}

function Webhook({ webhook: { url, endedAt }, isBusy, onTest, onQuestion }: WebhookProps) {
  const { t } = useTranslation()
  const button = (act: 'test' | Question['act'], onPress: () => void) => {
    const label = t(`admin.system.webhookActs.${act}`)
    return (
      <Button aria-label={`${label}: ${url}`} isDisabled={isBusy} onPress={onPress}>
        {label}
      </Button>
    )
  }
  return (
    <li className="stack">
      <span>
        {url} {endedAt && <Tag tone="caution">{t('sendFailures.REMOVED')}</Tag>}
      </span>
      <span className="row">
        {button('test', onTest)}
        {button('rotate', () => onQuestion('rotate'))}
        {button('delete', () => onQuestion('delete'))}
      </span>
    </li>
  )
}

function NewWebhook({ isPending, onAdd }: { isPending: boolean; onAdd(url: string): Promise<unknown> }) {
  const { t } = useTranslation()
  const [url, setUrl] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    // What was refused can be corrected; the reason is shown above.
    onAdd(url).then(
      () => setUrl(''),
      () => {},
    )
  }
  return (
    <form className="form" onSubmit={submit}>
      <TextField label={t('admin.system.webhookUrl')} type="url" value={url} onChange={setUrl} />
      <Button type="submit" isPending={isPending}>
        {t('admin.system.webhookAdd')}
      </Button>
    </form>
  )
}
