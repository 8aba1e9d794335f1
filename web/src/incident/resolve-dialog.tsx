import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { IncidentDetail, Kind } from './incident.ts'
import { type Resolution, useActionError, useResolve } from './use-incident-actions.ts'

type Outcome = Resolution['outcome']

const fallOutcomes: readonly Outcome[] = [
  'REAL_FALL',
  'NEAR_FALL',
  'FALSE_ALARM',
  'HELP_GIVEN',
  'TEST',
  'OTHER',
]
const otherOutcomes: readonly Outcome[] = [
  'HELP_GIVEN',
  'REAL_FALL',
  'NEAR_FALL',
  'FALSE_ALARM',
  'TEST',
  'OTHER',
]

/** The outcomes that are likely come first. */
const outcomesOf = (kind: Kind) => (kind === 'FALL' ? fallOutcomes : otherOutcomes)

export interface ResolveDialogProps {
  incident: IncidentDetail
  isOpen: boolean
  onClose(): void
}

/** ResolveDialog ends an incident: what it was, and whether somebody was hurt. */
export function ResolveDialog({ incident, isOpen, onClose }: ResolveDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('incident.resolve.title')} isOpen={isOpen} onClose={onClose}>
      <ResolveForm incident={incident} onClose={onClose} />
    </Dialog>
  )
}

function ResolveForm({ incident, onClose }: Omit<ResolveDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const actionError = useActionError()
  const resolve = useResolve(incident.id)
  const [outcome, setOutcome] = useState<Outcome>()
  const [injuries, setInjuries] = useState('')
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!outcome)
    if (!outcome) return
    const given = {
      outcome,
      ...(injuries.trim() && { injuries: injuries.trim() }),
      ...(note.trim() && { note: note.trim() }),
    }
    resolve.mutate(given, { onSuccess: onClose })
  }

  const canHurt = outcome === 'REAL_FALL' || outcome === 'NEAR_FALL' || outcome === 'HELP_GIVEN'
  const problem = isMissing
    ? t('incident.resolve.missing')
    : resolve.isError
      ? actionError(resolve.error)
      : ''
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{t('incident.resolve.explain')}</p>
      <fieldset className="outcomes">
        <legend>{t('incident.resolve.outcome')}</legend>
        {outcomesOf(incident.kind).map((value) => (
          <Choice
            key={value}
            type="radio"
            name="outcome"
            value={value}
            checked={outcome === value}
            onChange={() => setOutcome(value)}
          >
            {t(`incident.outcome.${value}`)}
          </Choice>
        ))}
      </fieldset>
      {canHurt && (
        <TextField
          label={t('incident.resolve.injuries')}
          value={injuries}
          onChange={setInjuries}
          isMultiline
        />
      )}
      <TextField label={t('incident.resolve.note')} value={note} onChange={setNote} isMultiline />
      <div role="alert" className="action-error">
        {problem}
      </div>
      <div className="form-actions">
        <Button type="submit" look="primary" size="large" isPending={resolve.isPending}>
          {t('incident.resolve.submit')}
        </Button>
        <Button size="large" onPress={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
