import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../shell/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type IncidentDetail, isEnded, type Kind, type Outcome, outcomesFrom } from './incident.ts'
import { useActionError, useAddNote, useCorrectOutcome, useResolve } from './use-incident-actions.ts'

const fallOutcomes = outcomesFrom('REAL_FALL', 'NEAR_FALL', 'FALSE_ALARM', 'HELP_GIVEN')
const otherOutcomes = outcomesFrom('HELP_GIVEN')

const outcomesOf = (kind: Kind) => (kind === 'FALL' ? fallOutcomes : otherOutcomes)

export interface ResolveDialogProps {
  incident: IncidentDetail
  isOpen: boolean
  onClose(): void
}

const maxNoteLength = 2000

/**
 * Ends an incident: what it was, and whether somebody was hurt. If somebody else was faster, what was written
 * can still be saved as a note.
 */
export function ResolveDialog({ incident, isOpen, onClose }: ResolveDialogProps) {
  const { t } = useTranslation()
  const written = useWritten(incident)
  const close = () => {
    written.forget()
    onClose()
  }
  const resolve = useResolve(incident.id, close)
  // The event of one's own act may come before its answer.
  const isOver = isEnded(incident) && !resolve.isPending
  return (
    <Dialog title={t('incident.resolve.title')} isOpen={isOpen} onClose={onClose}>
      {isOver ? (
        <AfterTheEnd incident={incident} written={written} onSaved={close} onClose={onClose} />
      ) : (
        <ResolveForm kind={incident.kind} written={written} resolve={resolve} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** Replaces the outcome of an incident that has ended; the first one stays in the timeline. */
export function CorrectDialog({ incident, onClose }: Omit<ResolveDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const [injuries, setInjuries] = useState(incident.injuries ?? '')
  const [note, setNote] = useState('')
  const correct = useCorrectOutcome(incident.id, onClose)
  return (
    <Dialog title={t('incident.resolve.correct')} isOpen onClose={onClose}>
      <ResolveForm
        kind={incident.kind}
        written={{ injuries, setInjuries, note, setNote }}
        corrected={incident.outcome}
        resolve={correct}
        onClose={onClose}
      />
    </Dialog>
  )
}

type Written = ReturnType<typeof useWritten>

/** What was written about the end of an incident and is not saved yet. */
function useWritten({ id }: IncidentDetail) {
  const [injuries, setInjuries] = useDraft(`injuries ${id}`)
  const [note, setNote] = useDraft(`resolution ${id}`)
  const forget = () => {
    setInjuries('')
    setNote('')
  }
  return { injuries, setInjuries, note, setNote, forget }
}

interface ResolveFormProps {
  kind: Kind
  written: Omit<Written, 'forget'>
  /** The outcome that is corrected. */
  corrected?: Outcome | null
  resolve: ReturnType<typeof useResolve>
  onClose(): void
}

function ResolveForm({ kind, written, corrected = null, resolve, onClose }: ResolveFormProps) {
  const { t } = useTranslation()
  const actionError = useActionError()
  const { injuries, setInjuries, note, setNote } = written
  const [outcome, setOutcome] = useState<Outcome | undefined>(corrected ?? undefined)
  const [isMissing, setMissing] = useState(false)

  const canHurt = outcome === 'REAL_FALL' || outcome === 'NEAR_FALL' || outcome === 'HELP_GIVEN'

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!outcome)
    if (!outcome) return
    const hurt = canHurt || !corrected ? injuries.trim() : ''
    const given = {
      outcome,
      // What was written of injuries is replaced, also by nothing.
      ...((corrected || hurt) && { injuries: hurt }),
      ...(note.trim() && { note: note.trim() }),
    }
    resolve.mutate(given)
  }

  const problem = isMissing
    ? t('incident.resolve.missing')
    : resolve.isError
      ? actionError(resolve.error)
      : ''
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{t(corrected ? 'incident.resolve.explainCorrection' : 'incident.resolve.explain')}</p>
      <fieldset className="outcomes">
        <legend>{t('incident.resolve.outcome')}</legend>
        {outcomesOf(kind).map((value) => (
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
          maxLength={maxNoteLength}
          isMultiline
        />
      )}
      <TextField
        label={t('incident.resolve.note')}
        value={note}
        onChange={setNote}
        maxLength={maxNoteLength}
        isMultiline
      />
      <div role="alert" className="action-error">
        {problem}
      </div>
      <FormActions
        submitText={t(corrected ? 'incident.resolve.submitCorrection' : 'incident.resolve.submit')}
        size="large"
        isPending={resolve.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

interface AfterTheEndProps {
  incident: IncidentDetail
  written: Written
  onSaved(): void
  onClose(): void
}

/** Says who has ended the incident meanwhile, and keeps what was written. */
function AfterTheEnd({ incident, written, onSaved, onClose }: AfterTheEndProps) {
  const { t } = useTranslation()
  const actionError = useActionError()
  const [text, setText] = useState([written.injuries, written.note].filter(Boolean).join('\n'))
  const addNote = useAddNote(incident.id, onSaved)
  const end = incident.timeline.findLast(({ type }) => type === 'resolved' || type === 'cancelled')
  const name = end?.actor?.name
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) addNote.mutate(text.trim())
  }
  return (
    <form className="stack" onSubmit={submit}>
      <Notice tone="caution" isAlert>
        {name ? t('incident.conflict.ended', { name }) : t('incident.resolve.over')}
      </Notice>
      <TextField
        label={t('incident.note.label')}
        value={text}
        onChange={setText}
        maxLength={maxNoteLength}
        isMultiline
        error={addNote.isError ? actionError(addNote.error) : undefined}
      />
      <FormActions
        submitText={t('incident.note.add')}
        size="large"
        isPending={addNote.isPending}
        isDisabled={!text.trim()}
      >
        <Button size="large" onPress={onClose}>
          {t('common.close')}
        </Button>
      </FormActions>
    </form>
  )
}
