import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { type IncidentDetail, isEnded } from './incident.ts'
import { NoteForm } from './note-form.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { useAcknowledge, useActionError, useRelease } from './use-incident-actions.ts'

const etas = ['', '2', '5', '10', '15', '20', '30', '45', '60'] as const
type Eta = (typeof etas)[number]

/** IncidentActions are what the caller can do in the state of the incident. */
export function IncidentActions({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const [isResolving, setResolving] = useState(false)
  const ended = isEnded(incident)
  return (
    <section className="stack" aria-labelledby="incident-actions">
      <h2 id="incident-actions" className="visually-hidden" tabIndex={-1}>
        {t('incident.action.title')}
      </h2>
      <div className="incident-actions">
        {!ended && <Answer incident={incident} />}
        {!ended && (
          <Button
            size="large"
            look={incident.state === 'ACKNOWLEDGED' ? 'primary' : 'plain'}
            onPress={() => setResolving(true)}
          >
            {t('incident.action.resolve')}
          </Button>
        )}
        <NoteForm incidentId={incident.id} />
      </div>
      <ResolveDialog incident={incident} isOpen={isResolving} onClose={() => setResolving(false)} />
    </section>
  )
}

/** Answer is to go, or to say that one cannot. */
function Answer({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const me = useMe()
  const actionError = useActionError()
  const release = useRelease(incident.id)
  const acknowledge = useAcknowledge(incident.id)
  const [eta, setEta] = useState<Eta>('')
  const isMine = incident.state === 'ACKNOWLEDGED' && incident.handledBy?.id === me.id
  const options = etas.map((value) => ({
    value,
    label: value === '' ? t('incident.action.noEta') : t('incident.action.minutes', { count: Number(value) }),
  }))
  const failed = release.error ?? acknowledge.error
  return (
    <>
      <AcknowledgeButton
        incident={incident}
        focusAfter="incident-actions"
        etaMinutes={eta === '' ? undefined : Number(eta)}
      />
      {incident.state !== 'ACKNOWLEDGED' && (
        <SelectField<Eta> label={t('incident.action.eta')} value={eta} options={options} onChange={setEta} />
      )}
      {isMine && (
        <>
          <SelectField<Eta>
            label={t('incident.action.changeEta')}
            value={etas.find((value) => value === String(incident.etaMinutes)) ?? ''}
            options={options}
            disabled={acknowledge.isPending}
            onChange={(value) => value !== '' && acknowledge.mutate({ etaMinutes: Number(value) })}
          />
          <Button size="large" isPending={release.isPending} onPress={() => release.mutate()}>
            {t('incident.action.release')}
          </Button>
        </>
      )}
      <div role="alert" className="action-error">
        {failed && actionError(failed)}
      </div>
    </>
  )
}
