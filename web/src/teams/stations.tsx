import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextField } from '../ui/text-field.tsx'
import { stationsQuery, wardsQuery } from './team-queries.ts'

type Station = Schema<'Station'>

const pathOf = ({ id }: Station) => ({ params: { path: { id } } })

/** The tablets on the walls of wards; their codes are shown once. */
export function Stations() {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [deleted, setDeleted] = useState<Station>()
  const stations = useQuery(stationsQuery)
  const act = useMutation({
    mutationFn: (send: () => Promise<string | undefined>) => send(),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.admin('stations') }),
  })
  const renew = async (station: Station) =>
    (await request(api.POST('/api/admin/stations/{id}/code', pathOf(station)))).data.code
  const remove = async (station: Station) => {
    await request(api.DELETE('/api/admin/stations/{id}', pathOf(station)))
    return undefined
  }
  return (
    <section className="card stack" aria-labelledby="stations">
      <h2 id="stations">{t('teams.stations')}</h2>
      <p className="muted">{t('teams.stationsAbout', { address: `${location.origin}/station` })}</p>
      <div role="status">
        {act.isError && <Notice tone="caution">{errorText(act.error)}</Notice>}
        {act.data && (
          <Notice tone="good">
            <CopyField label={t('teams.stationCode')} value={act.data} />
          </Notice>
        )}
      </div>
      <QueryState query={stations}>
        {(list) => (
          <ul className="team-people">
            {list.map((station) => (
              <li key={station.id} className="stack">
                <span className="row">
                  <strong>{station.name}</strong>
                  <span className="muted">{placeText(station)}</span>
                  <Tag tone={station.signedInAt ? 'good' : 'neutral'}>
                    {t(station.signedInAt ? 'teams.signedIn' : 'teams.notSignedIn')}
                  </Tag>
                </span>
                <span className="row">
                  <Button
                    aria-label={`${t('teams.newCode')}: ${station.name}`}
                    isDisabled={act.isPending}
                    onPress={() => act.mutate(() => renew(station))}
                  >
                    {t('teams.newCode')}
                  </Button>
                  <Button
                    aria-label={`${t('teams.deleteStation')}: ${station.name}`}
                    onPress={() => setDeleted(station)}
                  >
                    {t('teams.deleteStation')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <NewStation isPending={act.isPending} onAdd={(send) => act.mutateAsync(send)} />
      {deleted && (
        <ConfirmDialog
          title={t('teams.deleteStation')}
          confirmLabel={t('teams.deleteStation')}
          onConfirm={() => act.mutateAsync(() => remove(deleted))}
          onClose={() => setDeleted(undefined)}
        >
          <p>{t('teams.deleteStationAbout', { name: deleted.name })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface NewStationProps {
  isPending: boolean
  onAdd(send: () => Promise<string>): Promise<unknown>
}

function NewStation({ isPending, onAdd }: NewStationProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const placeText = usePlaceText()
  const { data: wards } = useQuery(wardsQuery)
  const [chosen, setChosen] = useState('')
  const place = wards?.[Number(chosen || '-1')]
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!place) return
    const body = { name, site: place.site, ward: place.ward }
    // What was refused can be corrected; the reason is shown above.
    onAdd(async () => (await request(api.POST('/api/admin/stations', { body }))).data.code).then(
      () => setName(''),
      () => {},
    )
  }
  return (
    <form className="form" onSubmit={submit}>
      <h3>{t('teams.newStation')}</h3>
      <TextField label={t('teams.stationName')} value={name} onChange={setName} maxLength={100} />
      {wards?.length === 0 ? (
        <p>{t('teams.noWards')}</p>
      ) : (
        <SelectField
          label={t('teams.ward')}
          value={chosen}
          options={[
            { value: '', label: t('teams.chooseWard') },
            ...(wards ?? []).map(({ site, ward }, index) => ({
              value: String(index),
              label: placeText({ site, ward }) || ward,
            })),
          ]}
          onChange={setChosen}
        />
      )}
      <FormActions
        submitText={t('teams.addStation')}
        look="plain"
        isPending={isPending}
        isDisabled={!name.trim() || !place}
      />
    </form>
  )
}
