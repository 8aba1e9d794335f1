import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'

const timeZoneQuery = queryOptions({
  queryKey: keys.admin('time-zone'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/time-zone', { signal }))).data,
})

/** What the browser's own settings say: most admins sit in the home that they set up. */
const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sets the time zone of the installation; while nobody has, it proposes that of the browser. */
export function TimeZoneForm({ onSaved }: { onSaved?(): void }) {
  return (
    <QueryState query={useQuery(timeZoneQuery)}>
      {(known) => <Form known={known} onSaved={onSaved} />}
    </QueryState>
  )
}

interface FormProps {
  known: Schema<'InstallationTimeZone'>
  onSaved: (() => void) | undefined
}

function Form({ known, onSaved }: FormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const proposal = known.source === 'DEFAULT' ? zoneOfBrowser() : known.timeZone
  const [timeZone, setTimeZone] = useState(proposal)
  const save = useMutation({
    mutationFn: async () => (await request(api.PUT('/api/admin/time-zone', { body: { timeZone } }))).data,
    onSuccess: async (saved) => {
      client.setQueryData(timeZoneQuery.queryKey, saved)
      onSaved?.()
      // Rotas and duty hours say it as well.
      await Promise.all([keys.teams, keys.duty].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }
  // The browser knows most of them; what is set may have another name.
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', known.timeZone, proposal])].sort()
  return (
    <form className="form" onSubmit={submit}>
      <SelectField
        label={t('admin.timeZone.label')}
        value={timeZone}
        options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        description={t(`admin.timeZone.source.${known.source}`, { timeZone: known.timeZone })}
        onChange={setTimeZone}
      />
      <LocalTime timeZone={timeZone} />
      <ErrorNotice error={save.error} />
      <FormActions submitText={t('admin.timeZone.save')} isPending={save.isPending} />
      <div role="status">{save.isSuccess && <Notice tone="good">{t('admin.timeZone.saved')}</Notice>}</div>
    </form>
  )
}

/** Lets people check a name by their watch. */
function LocalTime({ timeZone }: { timeZone: string }) {
  const { t, i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.resolvedLanguage, { timeStyle: 'short', timeZone })
  return <p className="muted">{t('admin.timeZone.now', { time: format.format(new Date()) })}</p>
}

/** The setting on the screen of the system. */
export function TimeZoneSection() {
  const { t } = useTranslation()
  // It is set once, in the first steps: here it is read when somebody asks.
  const [isShown, setShown] = useState(false)
  return (
    <section className="card stack">
      <h2>{t('admin.timeZone.title')}</h2>
      <p className="muted">{t('admin.timeZone.about')}</p>
      {isShown ? (
        <TimeZoneForm />
      ) : (
        <p>
          <Button onPress={() => setShown(true)}>{t('admin.timeZone.show')}</Button>
        </p>
      )}
    </section>
  )
}
