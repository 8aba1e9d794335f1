import type { Acknowledgement } from './acknowledge.ts'
import { notificationOf, type PushMessage, type PushTexts, type ShownNotification } from './push-message.ts'

/**
 * Takes the place of the alert. If nobody has learned that its receiver is on it, it remains an alert
 * that can be answered again.
 */
export function outcomeNotification(
  alert: PushMessage,
  result: Acknowledgement,
  texts: PushTexts,
): ShownNotification {
  const { title, text } = textOf(result, texts)
  const isOpen = result.outcome === 'failed' || result.outcome === 'refused'
  const purpose = isOpen ? 'alert' : 'closing'
  const shown = notificationOf({ ...alert, purpose, title, text }, texts)
  // Pressing the same button again changes nothing if the service refuses it.
  if (result.outcome === 'refused')
    shown.options.actions = shown.options.actions.filter(({ action }) => action === 'open')
  return shown
}

function textOf(result: Acknowledgement, texts: PushTexts): { title: string; text: string } {
  switch (result.outcome) {
    case 'accepted':
      return { title: texts.acceptedTitle, text: texts.accepted }
    case 'attending':
      return { title: texts.attendingTitle, text: texts.attending }
    case 'joined':
      return { title: texts.attendingTitle, text: texts.joined }
    case 'handled':
      return {
        title: texts.handledTitle,
        text: result.by ? texts.handledBy.replace('{{name}}', () => result.by ?? '') : texts.handled,
      }
    case 'ended':
      return { title: texts.endedTitle, text: texts.ended }
    case 'refused':
      return { title: texts.refusedTitle, text: texts.refused }
    case 'failed':
      return { title: texts.failedTitle, text: texts.failed }
  }
}
