import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { type IncidentDetail, isEnded } from './incident.ts'
import { NoteForm } from './note-form.tsx'
import { CorrectDialog, ResolveDialog } from './resolve-dialog.tsx'
import { TeamActions } from './team-actions.tsx'
import { useAcknowledge, useActionError, useRelease } from './use-incident-actions.ts'
import { useStanding } from './use-standing.ts'

const etas = ['', '2', '5', '10', '15', '20', '30', '45', '60'] as const
type Eta = (typeof etas)[number]

/** What the caller can do in the state of the incident. */
export function IncidentActions({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const [isResolving, setResolving] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const ended = isEnded(incident)
  const me = useMe()
  const isRelative = useStanding(incident.patientId) === 'RELATIVE'
  const mayEnd = !isRelative || incident.handledBy?.id === me.id
  return (
    <section className="stack" aria-labelledby="incident-actions">
      <h2 id="incident-actions" className="visually-hidden" tabIndex={-1}>
        {t('incident.action.title')}
      </h2>
      <div className="incident-actions">
        {!ended && <Answer incident={incident} mayHandle={mayEnd} />}
        {!ended && !mayEnd && <p className="muted">{t('incident.action.staffEnds')}</p>}
        {!ended && mayEnd && (
          <Button
            size="large"
            look={incident.state === 'ACKNOWLEDGED' ? 'primary' : 'plain'}
            onPress={() => setResolving(true)}
          >
            {t('incident.action.resolve')}
          </Button>
        )}
        {incident.state === 'RESOLVED' && incident.outcome && mayEnd && (
          <Button size="large" onPress={() => setCorrecting(true)}>
            {t('incident.resolve.correct')}
          </Button>
        )}
        {incident.kind === 'FALL' && incident.fallId && (
          <ButtonLink to="/falls/$fallId/record" params={{ fallId: incident.fallId }} size="large">
            {t('fallRecord.title')}
          </ButtonLink>
        )}
        <NoteForm incidentId={incident.id} />
      </div>
      <ResolveDialog incident={incident} isOpen={isResolving} onClose={() => setResolving(false)} />
      {isCorrecting && <CorrectDialog incident={incident} onClose={() => setCorrecting(false)} />}
    </section>
  )
}

/** To go, or to say that one cannot. */
function Answer({ incident, mayHandle }: { incident: IncidentDetail; mayHandle: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const actionError = useActionError()
  const release = useRelease(incident.id)
  const acknowledge = useAcknowledge(incident.id)
  const [eta, setEta] = useState<Eta>('')
  const isMine = incident.state === 'ACKNOWLEDGED' && incident.handledBy?.id === me.id
  const attendance = isMine ? undefined : incident.attending.find(({ id }) => id === me.id)
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
      {incident.state !== 'ACKNOWLEDGED' && !attendance && (
        <SelectField<Eta> label={t('incident.action.eta')} value={eta} options={options} onChange={setEta} />
      )}
      {(isMine || attendance) && (
        <>
          <SelectField<Eta>
            label={t('incident.action.changeEta')}
            value={etas.find((value) => value === String((attendance ?? incident).etaMinutes)) ?? ''}
            options={options}
            disabled={acknowledge.isPending}
            onChange={(value) => value !== '' && acknowledge.mutate({ etaMinutes: Number(value) })}
          />
          <Button size="large" isPending={release.isPending} onPress={() => release.mutate()}>
            {t(attendance ? 'incident.action.cannotGo' : 'incident.action.release')}
          </Button>
        </>
      )}
      {incident.state === 'ACKNOWLEDGED' && mayHandle && <TeamActions incident={incident} />}
      <div role="alert" className="action-error">
        {failed && actionError(failed)}
      </div>
    </>
  )
}
