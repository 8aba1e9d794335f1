import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import type { Incident } from './incident.ts'
import { useActionName } from './incident-words.ts'
import { type ActionHandlers, useRelease } from './use-incident-actions.ts'

/** As long as the service calls a release an undone mistake. */
export const undoMs = 10_000

export interface UndoButtonProps extends ActionHandlers {
  incident: Incident
  size?: 'normal' | 'large'
}

/** Takes back an answer that was a mistake, so that others are told again. */
export function UndoButton({ incident, size = 'large', ...handlers }: UndoButtonProps) {
  const { t } = useTranslation()
  const actionName = useActionName()
  const { mutate, isPending } = useRelease(incident.id, handlers)
  const text = t(isPending ? 'incident.action.undoing' : 'incident.action.undo')
  return (
    <Button size={size} aria-label={actionName(text, incident)} onPress={() => isPending || mutate()}>
      {text}
    </Button>
  )
}
