import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { useFormats } from '../i18n/formats.ts'
import { useDraft } from '../shell/use-draft.ts'
import { FormActions } from '../ui/form-actions.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { handoversQuery, useTeamAct } from './team-queries.ts'

const maxLength = 2000

/** What the members of a team write down for the next shift. */
export function Handovers({ teamId }: { teamId: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const handovers = useQuery({ ...handoversQuery(teamId, page), placeholderData: keepPreviousData })
  return (
    <section className="stack" aria-labelledby="handovers">
      <h2 id="handovers">{t('teams.handovers')}</h2>
      <HandoverForm teamId={teamId} onAdded={() => setPage(1)} />
      <QueryState query={handovers}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 && <p className="muted">{t('teams.noHandovers')}</p>}
            <ol className="stack" aria-live="polite">
              {data.map((handover) => (
                <Handover key={handover.id} handover={handover} />
              ))}
            </ol>
            <Pager page={page} pageCount={pagination.totalPages} onPage={setPage} />
          </>
        )}
      </QueryState>
    </section>
  )
}

function Handover({ handover }: { handover: Schema<'Handover'> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { author, text, createdAt, shiftStartsAt, shiftEndsAt } = handover
  const shift = shiftStartsAt &&
    shiftEndsAt && { from: formats.time(new Date(shiftStartsAt)), to: formats.time(new Date(shiftEndsAt)) }
  return (
    <li className="card">
      <p className="handover-text" dir="auto">
        {text}
      </p>
      <span className="muted">
        {author.name ?? t('incident.who.deleted')} · <ClockTime at={createdAt} />
        {shift && ` · ${t('teams.shift', shift)}`}
      </span>
    </li>
  )
}

/** Keeps the text until it was saved, also while somebody looks elsewhere. */
function HandoverForm({ teamId, onAdded }: { teamId: string; onAdded(): void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [text, setText] = useDraft(`handover ${teamId}`)
  const add = useTeamAct()
  function submit(event: FormEvent) {
    event.preventDefault()
    const params = { path: { id: teamId } }
    const body = { text: text.trim() }
    if (!body.text) return
    add.mutate(async () => {
      await request(api.POST('/api/teams/{id}/handovers', { params, body }))
      setText('')
      onAdded()
    })
  }
  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label={t('teams.handover')}
        value={text}
        onChange={setText}
        maxLength={maxLength}
        isMultiline
        error={add.isError ? errorText(add.error) : undefined}
      />
      <FormActions submitText={t('teams.addHandover')} isPending={add.isPending} isDisabled={!text.trim()} />
    </form>
  )
}
