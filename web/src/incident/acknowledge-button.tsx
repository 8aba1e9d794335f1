import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { type Incident, needsHelpNow } from './incident.ts'
import { type ActionHandlers, useAcknowledge, useActionError } from './use-incident-actions.ts'

export interface AcknowledgeButtonProps extends Pick<ActionHandlers, 'onRefused'> {
  incident: Incident
  /** Minutes until the caller is there. */
  etaMinutes?: number | undefined
  /** What the button is for, where several stand on one screen. */
  describedBy?: string
  /** The id of what gets the focus once the button has gone. */
  focusAfter: string
  size?: 'normal' | 'large'
}

/** AcknowledgeButton says "I'm on it"; what it changes is shown once the service has confirmed it. */
export function AcknowledgeButton({
  incident,
  etaMinutes,
  describedBy,
  focusAfter,
  onRefused,
  size = 'large',
}: AcknowledgeButtonProps) {
  const { t } = useTranslation()
  const actionError = useActionError()
  const onDone = () => setTimeout(() => document.getElementById(focusAfter)?.focus(), 50)
  const { mutate, isPending, error } = useAcknowledge(incident.id, { onDone, onRefused })
  return (
    <>
      {incident.state !== 'ACKNOWLEDGED' && (
        <Button
          look={needsHelpNow(incident) ? 'urgent' : size === 'large' ? 'primary' : 'plain'}
          size={size}
          onPress={() => isPending || mutate(etaMinutes === undefined ? {} : { etaMinutes })}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
        >
          {t(isPending ? 'incident.action.acknowledging' : 'incident.action.acknowledge')}
        </Button>
      )}
      {!onRefused && (
        <div role="alert" className="action-error">
          {error && actionError(error)}
        </div>
      )}
    </>
  )
}
