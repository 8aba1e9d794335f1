import { useTranslation } from 'react-i18next'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { type Incident, isEnded, needsHelpNow } from './incident.ts'
import { useActionName } from './incident-words.ts'
import { type ActionHandlers, useAcknowledge, useActionError } from './use-incident-actions.ts'
import { useStanding } from './use-standing.ts'

export interface AcknowledgeButtonProps extends ActionHandlers {
  incident: Incident
  /** Minutes until the caller is there. */
  etaMinutes?: number | undefined
  /** The id of what gets the focus once the button has gone. */
  focusAfter?: string
  /** Called before the service is asked. */
  onPressed?: (() => void) | undefined
  size?: 'normal' | 'large'
}

/** Says "I'm on it"; what it changes is shown once the service has confirmed it. */
export function AcknowledgeButton({
  incident,
  etaMinutes,
  focusAfter,
  onPressed,
  onDone,
  onRefused,
  size = 'large',
}: AcknowledgeButtonProps) {
  const { t } = useTranslation()
  const actionError = useActionError()
  const actionName = useActionName()
  const done = () => {
    onDone?.()
    if (focusAfter) setTimeout(() => document.getElementById(focusAfter)?.focus(), 50)
  }
  const { mutate, isPending, error } = useAcknowledge(incident.id, { onDone: done, onRefused })
  const press = () => {
    if (isPending) return
    onPressed?.()
    mutate(etaMinutes === undefined ? {} : { etaMinutes })
  }
  const me = useMe()
  const isRelative = useStanding(incident.patientId) === 'RELATIVE'
  const action = isRelative ? 'incident.action.attend' : 'incident.action.acknowledge'
  const text = t(isPending ? 'incident.action.acknowledging' : action)
  // A relative goes there whoever is on it.
  const isOffered = isRelative
    ? !incident.attending.some(({ id }) => id === me.id)
    : incident.state !== 'ACKNOWLEDGED'
  return (
    <>
      {isOffered && !isEnded(incident) && (
        <Button
          look={needsHelpNow(incident) ? 'urgent' : size === 'large' ? 'primary' : 'plain'}
          size={size}
          aria-label={actionName(text, incident)}
          onPress={press}
        >
          {text}
        </Button>
      )}
      {isOffered && isRelative && <p className="muted">{t('incident.action.attendAbout')}</p>}
      {!onRefused && (
        <div role="alert" className="action-error">
          {error && actionError(error)}
        </div>
      )}
    </>
  )
}
