import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AudienceEditor } from './audience-editor.tsx'
import type { Audience } from './policy-steps.tsx'

type Policy = Schema<'EscalationPolicy'>
type Step = Policy['steps'][number]

export interface PolicyEditorProps {
  policy: Policy
  isPending: boolean
  /** Why the draft was not saved. */
  error: Error | null
  /** The draft is not the one any more that was refused. */
  onChange(): void
  onSave(policy: Policy): void
  onCancel(): void
}

const newAudience: Audience = { who: 'assigned', channels: 'all' }
const defaultRepeat = { steps: 1, everySeconds: 300 }
const stepPauseSeconds = 60

/**
 * Changes a policy as a whole: the service checks it, and nothing is changed if it is not valid. Its controls
 * have the names of the service, which says by them what is wrong.
 */
export function PolicyEditor({ policy, isPending, error, onChange, onSave, onCancel }: PolicyEditorProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const form = useRef<HTMLFormElement>(null)
  const [draft, keepDraft] = useState(policy)
  const refused = refusedName(error, draft)
  // Of an empty list the service only says how long it must be.
  const problem = refused?.endsWith('.channels') ? t('problems.NO_CHANNELS') : errorText(error)
  const problemOf = (name: string) => (name === refused ? problem : undefined)

  function setDraft(changed: Policy) {
    keepDraft(changed)
    onChange()
  }

  // The buttons may be far below what is wrong.
  useEffect(() => {
    if (error && refused) findControl(form.current, refused)?.focus()
  }, [error, refused])

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
    <form ref={form} className="stack" onSubmit={save}>
      {draft.steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
        <fieldset key={index} name={`policy.steps.${index}`} tabIndex={-1} className="card policy-step">
          <legend>{t('admin.escalation.step', { number: index + 1 })}</legend>
          <TextField
            name={`policy.steps.${index}.afterSeconds`}
            label={t('admin.escalation.after')}
            error={problemOf(`policy.steps.${index}.afterSeconds`)}
            inputMode="numeric"
            value={String(step.afterSeconds)}
            onChange={(text) => setStep(index, { ...step, afterSeconds: wholeNumber(text) })}
          />
          {step.tell.map((audience, i) => (
            <AudienceEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: an audience is known by its place alone
              key={i}
              name={`policy.steps.${index}.tell.${i}`}
              audience={audience}
              problem={problemOf(`policy.steps.${index}.tell.${i}.channels`)}
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
        <RepeatFields
          repeat={draft.repeat}
          problemOf={problemOf}
          onChange={(repeat) => setDraft({ ...draft, repeat })}
        />
      )}
      <Choice checked={draft.quietAtNight} onChange={(quietAtNight) => setDraft({ ...draft, quietAtNight })}>
        {t('admin.escalation.quietAtNight')}
      </Choice>
      {error !== null && (
        <Notice tone="caution" isAlert>
          {problem}
        </Notice>
      )}
      <FormActions submitText={t('common.save')} isPending={isPending} onCancel={onCancel} />
    </form>
  )
}

/** Returns what the service refused first; of steps in the wrong order, the time of the first one that is too early. */
function refusedName(error: unknown, { steps }: Policy): string | undefined {
  const name = error instanceof ApiError ? Object.keys(error.details)[0] : undefined
  if (name !== 'policy.steps') return name
  const early = steps.findIndex(({ afterSeconds }, i) => afterSeconds <= (steps[i - 1]?.afterSeconds ?? -1))
  return early === -1 ? undefined : `policy.steps.${early}.afterSeconds`
}

/** Finds the first control of a name, or else what is around it: a step. */
function findControl(form: HTMLFormElement | null, name: string): HTMLElement | undefined {
  const named = form?.elements.namedItem(name)
  const control = named instanceof RadioNodeList ? named[0] : named
  if (control instanceof HTMLElement) return control
  const end = name.lastIndexOf('.')
  return end === -1 ? undefined : findControl(form, name.slice(0, end))
}

type Repeat = NonNullable<Policy['repeat']>

interface RepeatFieldsProps {
  repeat: Repeat
  problemOf(name: string): string | undefined
  onChange(repeat: Repeat): void
}

function RepeatFields({ repeat, problemOf, onChange }: RepeatFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="row">
      <TextField
        name="policy.repeat.steps"
        label={t('admin.escalation.repeatSteps')}
        error={problemOf('policy.repeat.steps')}
        inputMode="numeric"
        value={String(repeat.steps)}
        onChange={(text) => onChange({ ...repeat, steps: wholeNumber(text) })}
      />
      <TextField
        name="policy.repeat.everySeconds"
        label={t('admin.escalation.repeatEvery')}
        error={problemOf('policy.repeat.everySeconds')}
        inputMode="numeric"
        value={String(repeat.everySeconds)}
        onChange={(text) => onChange({ ...repeat, everySeconds: wholeNumber(text) })}
      />
    </div>
  )
}

const wholeNumber = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 7))
