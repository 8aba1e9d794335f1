import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { useAdapterName, type WebhookAdapter, webhookAdapters } from './adapters.ts'
import { type IntakeSource, sourcesQuery } from './intake-queries.ts'
import { noRule, RuleFields, ruleOf } from './rule-fields.tsx'

/** The addresses to which other systems send; they are read once somebody looks at them. */
export function WebhooksIn() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="nearby-summary">
        <h2>{t('admin.nearby.webhooks.title')}</h2>
      </summary>
      <div className="stack">
        <p className="muted">{t('admin.nearby.webhooks.about')}</p>
        {isOpen && <Sources />}
      </div>
    </details>
  )
}

function Sources() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const adapterName = useAdapterName()
  const query = useQuery(sourcesQuery)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<IntakeSource>()

  async function remove({ id }: IntakeSource) {
    await request(api.DELETE('/api/admin/intake/sources/{id}', { params: { path: { id } } }))
    await client.invalidateQueries({ queryKey: sourcesQuery.queryKey })
  }
  return (
    <>
      <QueryState query={query}>
        {(sources) =>
          sources.length === 0 ? (
            <p>{t('admin.nearby.webhooks.none')}</p>
          ) : (
            <ul className="stack">
              {sources.map((source) => (
                <li key={source.id} className="row">
                  <span>
                    <strong>{source.name}</strong> · {adapterName(source.adapter)} ·{' '}
                    <span className="muted">
                      {source.lastMessageAt ? (
                        <>
                          {t('admin.nearby.webhooks.lastMessage')} <TimeAgo at={source.lastMessageAt} />
                        </>
                      ) : (
                        t('admin.nearby.webhooks.noMessage')
                      )}
                    </span>
                  </span>
                  <Button
                    look="quiet"
                    aria-label={t('admin.nearby.webhooks.deleteOf', { name: source.name })}
                    onPress={() => setRemoved(source)}
                  >
                    {t('admin.nearby.webhooks.delete')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <div>
        <Button onPress={() => setAdding(true)}>{t('admin.nearby.webhooks.add')}</Button>
      </div>
      {isAdding && <NewSource onClose={() => setAdding(false)} />}
      {removed && (
        <ConfirmDialog
          title={t('admin.nearby.webhooks.deleteTitle', { name: removed.name })}
          confirmLabel={t('admin.nearby.webhooks.delete')}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('admin.nearby.webhooks.deleteAbout')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Makes a webhook, and shows its URL this once. */
function NewSource({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const adapterName = useAdapterName()
  const [name, setName] = useState('')
  const [adapter, setAdapter] = useState<WebhookAdapter>('things-stack')
  const [rule, setRule] = useState(noRule)
  const make = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), adapter, ...(adapter === 'json' && { rule: ruleOf(rule) }) }
      return (await request(api.POST('/api/admin/intake/sources', { body }))).data
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: sourcesQuery.queryKey }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() && !make.isPending) make.mutate()
  }
  return (
    <Dialog
      title={t('admin.nearby.webhooks.add')}
      isOpen
      mustBeClosed={make.data !== undefined}
      onClose={onClose}
    >
      {make.data ? (
        <div className="stack">
          <Notice tone="caution" isAlert>
            {t('admin.nearby.webhooks.once')}
          </Notice>
          <CopyField label={t('admin.nearby.webhooks.url')} value={make.data.url} />
          <p>{t('admin.nearby.webhooks.next', { system: adapterName(make.data.adapter) })}</p>
          <div className="form-actions">
            <Button look="primary" onPress={onClose}>
              {t('common.close')}
            </Button>
          </div>
        </div>
      ) : (
        <form className="form" noValidate onSubmit={submit}>
          <SelectField
            label={t('admin.nearby.webhooks.system')}
            value={adapter}
            options={webhookAdapters.map((value) => ({ value, label: adapterName(value) }))}
            onChange={setAdapter}
          />
          <TextField
            label={t('admin.nearby.webhooks.name')}
            description={t('admin.nearby.webhooks.nameHint')}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={setName}
          />
          {adapter === 'json' && <RuleFields value={rule} onChange={setRule} />}
          <ErrorNotice error={make.error} />
          <FormActions
            submitText={t('admin.nearby.webhooks.submit')}
            isPending={make.isPending}
            isDisabled={!name.trim()}
            onCancel={onClose}
          />
        </form>
      )}
    </Dialog>
  )
}
