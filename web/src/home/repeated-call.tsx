import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { incidentQuery } from '../incident/incident-queries.ts'
import { serviceTime } from '../live/service-clock.ts'
import { useNow } from '../ui/now.ts'
import type { Incident } from './my-incidents.ts'
import { deliveredCall } from './send-calls.ts'

/** A call that is repeated within this time is the same for the service; later, the answer would speak of another time. */
const sameCallMs = 60_000

/** Shows somebody who asks for help once more that it was heard, and who has been told since. */
export function RepeatedCall({ incident }: { incident: Incident }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const { data: detail } = useQuery(incidentQuery(incident.id))
  // Also by the button of a device.
  const isCall = (type: string) => type === 'help' || (incident.kind === 'SOS' && type === 'added')
  const asked = detail?.timeline.filter(({ type }) => isCall(type)) ?? []
  const last = asked.at(-1)
  const delivered = deliveredCall.use()
  const hasJustPressed =
    delivered?.call.incidentId !== undefined &&
    now.getTime() - serviceTime(delivered.atMs).getTime() < sameCallMs
  if (!last) return hasJustPressed && <p className="help-status-again">{t('home.heard')}</p>
  const deliveries = detail?.deliveries ?? []
  const told = deliveries.flatMap(({ person, purpose, state, at }) =>
    person?.name && purpose === 'alert' && state === 'SENT' && at >= last.at ? person.name : [],
  )
  const isAgain = incident.kind === 'SOS' || asked.length > 1
  return (
    <div className="help-status-again">
      <p>{t(isAgain ? 'home.askedAgain' : 'home.asked', { time: formats.time(new Date(last.at)) })}</p>
      <p>
        {told.length > 0
          ? t('home.toldAgain', { names: formats.list([...new Set(told)]) })
          : t('home.tellingAgain')}
      </p>
    </div>
  )
}
