import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { Audience } from './policy-steps.tsx'

export interface AudienceEditorProps {
  /** Begins the names of the controls. */
  name: string
  audience: Audience
  /** What is wrong with the channels. */
  problem: string | undefined
  onChange(audience: Audience): void
  onRemove: (() => void) | undefined
}

type Told = Exclude<Audience, { who: 'webhooks' }>
type Channels = Told['channels']

const kinds = ['priority', 'assigned', 'admins', 'webhooks'] as const
const priorities = ['1', '2', '3', '4', '5'] as const
const ways = ['all', 'best', 'some'] as const

/** Webhooks are told by an audience of their own. */
const isPersonal = (name: Schema<'Channel'>['name']) => name !== 'webhook'

/** Chooses who is notified by a step, and by what. */
export function AudienceEditor({ name, audience, problem, onChange, onRemove }: AudienceEditorProps) {
  const { t } = useTranslation()
  return (
    <div className="card">
      <SelectField
        label={t('admin.escalation.whom')}
        value={audience.who}
        onChange={(who) => onChange(ofKind(who, audience))}
        options={kinds.map((value) => ({ value, label: t(`admin.escalation.kinds.${value}`) }))}
      />
      {audience.who === 'priority' && (
        <SelectField
          label={t('admin.escalation.priority')}
          value={String(audience.priority) as (typeof priorities)[number]}
          onChange={(priority) => onChange({ ...audience, priority: Number(priority) })}
          options={priorities.map((value) => ({ value, label: value }))}
        />
      )}
      {audience.who !== 'webhooks' && (
        <ChannelChoice
          name={`${name}.channels`}
          problem={problem}
          channels={audience.channels}
          onChange={(channels) => onChange({ ...audience, channels })}
        />
      )}
      {onRemove && <Button onPress={onRemove}>{t('admin.escalation.removeAudience')}</Button>}
    </div>
  )
}

function ofKind(who: Audience['who'], before: Audience): Audience {
  if (who === 'webhooks') return { who }
  const channels = before.who === 'webhooks' ? 'all' : before.channels
  return who === 'priority' ? { who, priority: 1, channels } : { who, channels }
}

interface ChannelChoiceProps extends Pick<AudienceEditorProps, 'name' | 'problem'> {
  channels: Channels
  onChange(channels: Channels): void
}

function ChannelChoice({ name, problem, channels, onChange }: ChannelChoiceProps) {
  const { t } = useTranslation()
  const known = useQuery(channelsQuery)
  const names = ['live' as const, ...(known.data ?? []).map(({ name }) => name).filter(isPersonal)]
  const chosen = Array.isArray(channels) ? channels : []
  return (
    <>
      <SelectField
        label={t('admin.escalation.by')}
        value={Array.isArray(channels) ? 'some' : channels}
        onChange={(way) => onChange(way === 'some' ? ['push'] : way)}
        options={ways.map((value) => ({ value, label: t(`admin.escalation.ways.${value}`) }))}
      />
      {Array.isArray(channels) && (
        <div className="row">
          {names.map((channel) => (
            <Choice
              key={channel}
              name={name}
              checked={chosen.includes(channel)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, channel] : chosen.filter((each) => each !== channel))
              }
            >
              {t(`channel.${channel}.word`)}
            </Choice>
          ))}
        </div>
      )}
      {problem && <p className="field-error">{problem}</p>}
    </>
  )
}
