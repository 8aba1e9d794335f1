import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import type { IncidentDetail } from './incident.ts'
import { useSubjectName } from './incident-words.ts'
import { handlerOf, named } from './named.ts'
import { useAcknowledge, useActionError, useRequestAssistance } from './use-incident-actions.ts'

/** For an incident that somebody is on: to ask for a second person, to come as well, and to take over. */
export function TeamActions({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const me = useMe()
  const subjectName = useSubjectName()
  const actionError = useActionError()
  const acknowledge = useAcknowledge(incident.id)
  const assistance = useRequestAssistance(incident.id)
  const [isTakingOver, setTakingOver] = useState(false)
  const { handledBy, assistanceRequestedAt, attending } = incident
  const isMine = handledBy?.id === me.id
  const isGoing = attending.some(({ id }) => id === me.id)
  const name = named(handlerOf(incident) ?? { name: null }, t('incident.who.deleted'))
  const failed = acknowledge.error ?? assistance.error
  return (
    <>
      {isMine && (
        <Button size="large" isPending={assistance.isPending} onPress={() => assistance.mutate()}>
          {t(assistanceRequestedAt ? 'incident.team.askMore' : 'incident.team.ask')}
        </Button>
      )}
      {isMine && assistanceRequestedAt && hasReachedNobody(incident) && (
        <Notice tone="caution" isAlert>
          {t('incident.team.nobodyTold')}
        </Notice>
      )}
      {!isGoing && assistanceRequestedAt && (
        <Button
          look="primary"
          size="large"
          isPending={acknowledge.isPending}
          onPress={() => acknowledge.mutate({})}
        >
          {t('incident.team.join')}
        </Button>
      )}
      {!isMine && (
        <Button size="large" onPress={() => setTakingOver(true)}>
          {t('incident.team.takeOver')}
        </Button>
      )}
      {isTakingOver && !isMine && (
        <ConfirmDialog
          title={t('incident.team.takeOverTitle', { name: subjectName(incident) })}
          confirmLabel={t('incident.team.takeOver')}
          onConfirm={() => acknowledge.mutateAsync({ takeOver: true })}
          onClose={() => setTakingOver(false)}
        >
          <p>{t('incident.team.takeOverText', { name })}</p>
        </ConfirmDialog>
      )}
      {failed && !isTakingOver && (
        <div role="alert" className="action-error">
          {actionError(failed)}
        </div>
      )}
    </>
  )
}

/** hasReachedNobody: whoever asked for a second person must not wait for one who has got no message. */
const hasReachedNobody = ({ timeline }: IncidentDetail) => {
  const asked = timeline.findLast(({ type }) => type === 'assistance')?.data
  return asked?.code === 'ASSISTANCE_REQUESTED' && asked.people === 0
}
