import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AudienceEditor } from './audience-editor.tsx'
import type { Audience } from './policy-steps.tsx'

type Policy = Schema<'EscalationPolicy'>
type Step = Policy['steps'][number]

export interface PolicyEditorProps {
  policy: Policy
  isPending: boolean
  onSave(policy: Policy): void
  onCancel(): void
}

const newAudience: Audience = { who: 'assigned', channels: 'all' }
const defaultRepeat = { steps: 1, everySeconds: 300 }
const stepPauseSeconds = 60

/** PolicyEditor changes a policy as a whole: the service checks it, and nothing is changed if it is not valid. */
export function PolicyEditor({ policy, isPending, onSave, onCancel }: PolicyEditorProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(policy)
  const setStep = (index: number, step: Step) =>
    setDraft({ ...draft, steps: draft.steps.map((each, i) => (i === index ? step : each)) })
  const addStep = () => {
    const last = draft.steps.at(-1)?.afterSeconds ?? -stepPauseSeconds
    setDraft({
      ...draft,
      steps: [...draft.steps, { afterSeconds: last + stepPauseSeconds, tell: [newAudience] }],
    })
  }
  function save(event: FormEvent) {
    event.preventDefault()
    onSave(draft)
  }
  return (
    <form className="stack" onSubmit={save}>
      {draft.steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
        <fieldset key={index} className="card policy-step">
          <legend>{t('admin.escalation.step', { number: index + 1 })}</legend>
          <TextField
            label={t('admin.escalation.after')}
            inputMode="numeric"
            value={String(step.afterSeconds)}
            onChange={(text) => setStep(index, { ...step, afterSeconds: wholeNumber(text) })}
          />
          {step.tell.map((audience, i) => (
            <AudienceEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: an audience is known by its place alone
              key={i}
              audience={audience}
              onChange={(changed) =>
                setStep(index, { ...step, tell: step.tell.map((each, k) => (k === i ? changed : each)) })
              }
              onRemove={
                step.tell.length > 1
                  ? () => setStep(index, { ...step, tell: step.tell.filter((_, k) => k !== i) })
                  : undefined
              }
            />
          ))}
          <div className="row">
            <Button onPress={() => setStep(index, { ...step, tell: [...step.tell, newAudience] })}>
              {t('admin.escalation.addAudience')}
            </Button>
            {draft.steps.length > 1 && (
              <Button
                onPress={() => setDraft({ ...draft, steps: draft.steps.filter((_, i) => i !== index) })}
              >
                {t('admin.escalation.removeStep')}
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      <Button onPress={addStep}>{t('admin.escalation.addStep')}</Button>
      <Choice
        checked={draft.repeat !== null}
        onChange={(isChosen) => setDraft({ ...draft, repeat: isChosen ? defaultRepeat : null })}
      >
        {t('admin.escalation.repeat')}
      </Choice>
      {draft.repeat && (
        <RepeatFields repeat={draft.repeat} onChange={(repeat) => setDraft({ ...draft, repeat })} />
      )}
      <Choice checked={draft.quietAtNight} onChange={(quietAtNight) => setDraft({ ...draft, quietAtNight })}>
        {t('admin.escalation.quietAtNight')}
      </Choice>
      <FormActions submitText={t('common.save')} isPending={isPending} onCancel={onCancel} />
    </form>
  )
}

type Repeat = NonNullable<Policy['repeat']>

function RepeatFields({ repeat, onChange }: { repeat: Repeat; onChange(repeat: Repeat): void }) {
  const { t } = useTranslation()
  return (
    <div className="row">
      <TextField
        label={t('admin.escalation.repeatSteps')}
        inputMode="numeric"
        value={String(repeat.steps)}
        onChange={(text) => onChange({ ...repeat, steps: wholeNumber(text) })}
      />
      <TextField
        label={t('admin.escalation.repeatEvery')}
        inputMode="numeric"
        value={String(repeat.everySeconds)}
        onChange={(text) => onChange({ ...repeat, everySeconds: wholeNumber(text) })}
      />
    </div>
  )
}

const wholeNumber = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 7))
