import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../api/error-text.ts'
import { useDraft } from '../shell/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useAddNote } from './use-incident-actions.ts'

const maxNoteLength = 2000

/** Adds a note to the timeline; it stays out of the way until it is asked for, and keeps the text until it was saved. */
export function NoteForm({ incidentId }: { incidentId: string }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [text, setText] = useDraft(`incident note ${incidentId}`)
  const [isOpen, setOpen] = useState(text !== '')
  const addNote = useAddNote(incidentId, () => {
    setText('')
    setOpen(false)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') addNote.mutate(text.trim())
  }

  if (!isOpen)
    return (
      <Button size="large" onPress={() => setOpen(true)}>
        {t('incident.note.open')}
      </Button>
    )
  return (
    <form className="form note-form" onSubmit={submit}>
      <TextField
        label={t('incident.note.label')}
        value={text}
        onChange={setText}
        maxLength={maxNoteLength}
        isMultiline
        autoFocus
        error={addNote.isError ? errorText(addNote.error) : undefined}
      />
      <FormActions
        submitText={t('incident.note.add')}
        isPending={addNote.isPending}
        isDisabled={!text.trim()}
        onCancel={() => setOpen(false)}
      />
    </form>
  )
}
