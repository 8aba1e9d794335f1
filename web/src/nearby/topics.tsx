import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type TopicAdapter, topicAdapters, useAdapterName, usualTopics } from './adapters.ts'
import { type IntakeTopic, topicsQuery } from './intake-queries.ts'
import { noRule, RuleFields, ruleOf } from './rule-fields.tsx'

export interface TopicsProps {
  topics: readonly IntakeTopic[]
  /** Null for an installation without a broker. */
  brokerConnected: boolean | null
}

/** The topics of the broker that are read: in an empty installation, the first of them is asked for. */
export function Topics({ topics, brokerConnected }: TopicsProps) {
  const { t } = useTranslation()
  const adapterName = useAdapterName()
  const replace = useReplaceTopics()
  const [isAdding, setAdding] = useState(topics.length === 0)
  const [removed, setRemoved] = useState<IntakeTopic>()

  async function add(added: readonly IntakeTopic[]) {
    const names = new Set(added.map(({ topic }) => topic))
    await replace.mutateAsync([...topics.filter(({ topic }) => !names.has(topic)), ...added])
    setAdding(false)
  }
  return (
    <section className="card" aria-labelledby="topics">
      <h2 id="topics">{t('admin.nearby.topics.title')}</h2>
      {brokerConnected === null && <Notice>{t('admin.nearby.topics.noBroker')}</Notice>}
      {brokerConnected === false && <Notice tone="caution">{t('admin.nearby.topics.disconnected')}</Notice>}
      {topics.length > 0 && (
        <ul className="stack" aria-labelledby="topics">
          {topics.map((topic) => (
            <li key={topic.topic} className="row">
              <span>
                <code>{topic.topic}</code> · {adapterName(topic.adapter)}
              </span>
              <Button
                look="quiet"
                aria-label={t('admin.nearby.topics.stopOf', { topic: topic.topic })}
                onPress={() => setRemoved(topic)}
              >
                {t('admin.nearby.topics.stop')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewTopic
          isPending={replace.isPending}
          error={replace.error}
          onAdd={(added) => void add(added).catch(() => {})}
          {...(topics.length > 0 && { onCancel: () => setAdding(false) })}
        />
      ) : (
        <div>
          <Button onPress={() => setAdding(true)}>{t('admin.nearby.topics.add')}</Button>
        </div>
      )}
      {removed && (
        <ConfirmDialog
          title={t('admin.nearby.topics.stopTitle', { topic: removed.topic })}
          confirmLabel={t('admin.nearby.topics.stop')}
          onConfirm={() => replace.mutateAsync(topics.filter(({ topic }) => topic !== removed.topic))}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('admin.nearby.topics.stopAbout')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function useReplaceTopics() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (topics: readonly IntakeTopic[]) => {
      const body = {
        topics: topics.map(({ topic, adapter, rule }) => ({
          ...{ topic, adapter: adapter as TopicAdapter },
          ...(rule && { rule }),
        })),
      }
      return (await request(api.PUT('/api/admin/intake/topics', { body }))).data
    },
    onSuccess: (saved) => client.setQueryData(topicsQuery.queryKey, saved),
  })
}

interface NewTopicProps {
  isPending: boolean
  error: unknown
  onAdd(topics: IntakeTopic[]): void
  onCancel?(): void
}

function NewTopic({ isPending, error, onAdd, onCancel }: NewTopicProps) {
  const { t } = useTranslation()
  const adapterName = useAdapterName()
  const [adapter, setAdapter] = useState<TopicAdapter>('zigbee2mqtt')
  const [text, setText] = useState(usualTopics.zigbee2mqtt)
  const [rule, setRule] = useState(noRule)
  const names = text.split(',').flatMap((name) => name.trim() || [])
  function submit(event: FormEvent) {
    event.preventDefault()
    const shared = { adapter, rule: adapter === 'json' ? ruleOf(rule) : null }
    if (names.length > 0 && !isPending) onAdd(names.map((topic) => ({ topic, ...shared })))
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <SelectField
        label={t('admin.nearby.topics.system')}
        value={adapter}
        options={topicAdapters.map((value) => ({ value, label: adapterName(value) }))}
        onChange={(chosen) => {
          setAdapter(chosen)
          setText(usualTopics[chosen])
        }}
      />
      <TextField
        label={t('admin.nearby.topics.topic')}
        description={t('admin.nearby.topics.topicHint')}
        autoComplete="off"
        value={text}
        onChange={setText}
      />
      {adapter === 'json' && <RuleFields value={rule} onChange={setRule} />}
      <ErrorNotice error={error} />
      <FormActions
        submitText={t('admin.nearby.topics.submit')}
        isPending={isPending}
        isDisabled={names.length === 0}
        onCancel={onCancel}
      />
    </form>
  )
}
