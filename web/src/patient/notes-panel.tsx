import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { named } from '../incident/named.ts'
import { useDraft } from '../shell/use-draft.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { notesQuery, useAddNote, useDeleteNote } from './note-queries.ts'

const maxNoteLength = 2000

/** What those who take care of a patient write down for each other. */
export function NotesPanel({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const notes = useQuery({ ...notesQuery(patientId, page), placeholderData: keepPreviousData })
  return (
    <section className="stack" aria-labelledby="notes">
      <h2 id="notes">{t('patient.notes.title')}</h2>
      <NoteForm patientId={patientId} onAdded={() => setPage(1)} />
      <QueryState query={notes}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 && <p className="muted">{t('patient.notes.none')}</p>}
            <ol className="patient-notes" aria-live="polite">
              {data.map((note) => (
                <Note key={note.id} note={note} />
              ))}
            </ol>
            <Pager page={page} pageCount={pagination.totalPages} onPage={setPage} />
          </>
        )}
      </QueryState>
    </section>
  )
}

/** Keeps the text until it was saved, also while somebody looks elsewhere. */
function NoteForm({ patientId, onAdded }: { patientId: string; onAdded(): void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [text, setText] = useDraft(`note ${patientId}`)
  const add = useAddNote(patientId, () => {
    setText('')
    onAdded()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) add.mutate(text.trim())
  }
  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label={t('patient.notes.label')}
        description={t('patient.notes.whoReads')}
        value={text}
        onChange={setText}
        maxLength={maxNoteLength}
        isMultiline
        error={add.isError ? errorText(add.error) : undefined}
      />
      <FormActions submitText={t('patient.notes.add')} isPending={add.isPending} isDisabled={!text.trim()} />
    </form>
  )
}

function Note({ note: { id, patientId, author, text, createdAt } }: { note: Schema<'PatientNote'> }) {
  const { t } = useTranslation()
  const me = useMe()
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteNote(patientId)
  const mayDelete = me.role === 'ADMIN' || author.id === me.id
  return (
    <li className="card patient-note">
      <p className="patient-note-text" dir="auto">
        {text}
      </p>
      <div className="row patient-note-foot">
        <span className="muted">
          {named(author, t('incident.who.deleted'))} · <ClockTime at={createdAt} />
        </span>
        {mayDelete && (
          <Button look="quiet" onPress={() => setAsking(true)}>
            {t('patient.notes.delete')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('patient.notes.deleteTitle')}
          confirmLabel={t('patient.notes.delete')}
          onConfirm={() => remove.mutateAsync(id)}
          onClose={() => setAsking(false)}
        >
          <p className="patient-note-text">{text}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
