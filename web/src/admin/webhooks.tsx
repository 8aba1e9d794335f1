import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextField } from '../ui/text-field.tsx'

type Act = { type: 'add'; url: string } | { type: 'rotate' | 'test' | 'delete'; id: string }

/** perform returns the secret of a webhook that was added or rotated: it is shown this once. */
async function perform(act: Act): Promise<string | undefined> {
  if (act.type === 'add')
    return (await request(api.POST('/api/admin/webhooks', { body: { url: act.url } }))).data.secret
  const params = { path: { id: act.id } }
  if (act.type === 'rotate')
    return (await request(api.POST('/api/admin/webhooks/{id}/rotate', { params }))).data.secret
  if (act.type === 'test') await request(api.POST('/api/admin/webhooks/{id}/test', { params }))
  else await request(api.DELETE('/api/admin/webhooks/{id}', { params }))
  return undefined
}

/** Webhooks are the other systems that are told of incidents, such as a nurse call system. */
export function Webhooks() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [url, setUrl] = useState('')
  const query = useQuery({
    queryKey: keys.admin('webhooks'),
    queryFn: async ({ signal }) => (await request(api.GET('/api/admin/webhooks', { signal }))).data,
  })
  const act = useMutation({
    mutationFn: perform,
    onSuccess: (_secret, { type }) => {
      if (type === 'add') setUrl('')
      return client.invalidateQueries({ queryKey: keys.admin('webhooks') })
    },
  })
  function add(event: FormEvent) {
    event.preventDefault()
    act.mutate({ type: 'add', url })
  }
  return (
    <section className="card">
      <h2>{t('admin.system.webhooks')}</h2>
      <div role="status">
        {act.isError && <Notice tone="caution">{errorText(act.error)}</Notice>}
        {act.isSuccess && act.variables.type === 'test' && (
          <Notice tone="good">{t('admin.system.webhookTested')}</Notice>
        )}
        {act.data && (
          <Notice tone="good">
            <span>{t('admin.system.webhookSecret')}</span>
            <code>{act.data}</code>
          </Notice>
        )}
      </div>
      <QueryState query={query}>
        {(webhooks) => (
          <ul className="stack">
            {webhooks.map(({ id, url, endReason }) => (
              <li key={id} className="stack">
                <span>
                  {url} {endReason && <Tag tone="caution">{endReason}</Tag>}
                </span>
                <span className="row">
                  {(['test', 'rotate', 'delete'] as const).map((type) => (
                    <Button
                      key={type}
                      aria-label={`${t(`admin.system.webhookActs.${type}`)}: ${url}`}
                      isDisabled={act.isPending}
                      onPress={() => act.mutate({ type, id })}
                    >
                      {t(`admin.system.webhookActs.${type}`)}
                    </Button>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <form className="form" onSubmit={add}>
        <TextField label={t('admin.system.webhookUrl')} type="url" value={url} onChange={setUrl} />
        <Button type="submit" isPending={act.isPending}>
          {t('admin.system.webhookAdd')}
        </Button>
      </form>
    </section>
  )
}
