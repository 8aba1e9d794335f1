import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { useMe } from '../shell/use-me.ts'
import { useNow } from '../ui/now.ts'
import { TimeAgo } from '../ui/time-ago.tsx'
import { type Incident, isEnded } from './incident.ts'
import { handlerOf, named } from './named.ts'
import './incident.css'

/** Says what the patient has said since, who was told, who is on it, and what happens next. */
export function Who({ incident }: { incident: Incident }) {
  const { state, checkUntil, nextStepAt } = incident
  return (
    <ul className="who">
      {state === 'CHECKING' && checkUntil && (
        <li>
          <CountedDown text="incident.who.checking" at={checkUntil} />
        </li>
      )}
      <Said incident={incident} />
      {state !== 'CHECKING' && !isEnded(incident) && <Told incident={incident} />}
      {state === 'ACKNOWLEDGED' && <Handler incident={incident} />}
      <Attending incident={incident} />
      {state === 'OPEN' && <NextStep at={nextStepAt} />}
    </ul>
  )
}

/** "I'm fine", which ends nothing by itself, and calls for help since the incident began; the newest first. */
function Said({ incident: { kind, fineAt, helpAt } }: { incident: Incident }) {
  const { t } = useTranslation()
  const fine = t('incident.who.said', { words: t('incident.entry.ok') })
  const help = t(kind === 'SOS' ? 'incident.who.saidAgain' : 'incident.who.said', {
    words: t('incident.entry.help'),
  })
  const said = [...(fineAt ? [[fineAt, fine] as const] : []), ...(helpAt ? [[helpAt, help] as const] : [])]
  return said
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([at, text]) => (
      <li key={text} className="who-handler">
        <strong>{text}</strong>
        <TimeAgo at={at} />
      </li>
    ))
}

const longMs = 60 * 60_000

/** When more people are told: counted down within the hour, in words before that. */
function NextStep({ at }: { at: string | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const isLost = useLiveStatus().state === 'lost'
  if (at === null) return <li>{t('incident.who.noNextStep')}</li>
  const date = new Date(at)
  const ms = date.getTime() - now.getTime()
  if (ms <= 0) return <li>{t(isLost ? 'incident.who.nextStepUnknown' : 'incident.who.nextStepNow')}</li>
  if (ms > longMs) return <li>{t('incident.who.nextStepLater', { when: formats.relative(date, now) })}</li>
  return (
    <li>
      <CountedDown text="incident.who.nextStep" at={at} />
    </li>
  )
}

function Told({ incident: { told, state } }: { incident: Incident }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const me = useMe()
  const names = told.map((person) =>
    person.id === me.id ? t('incident.who.you') : named(person, t('incident.who.deleted')),
  )
  if (names.length > 0) return <li>{t('incident.who.told', { names: formats.list(names) })}</li>
  // Whoever answered before a message was sent needed none. There is a line all the same, so that the buttons stay.
  return <li>{t(state === 'ACKNOWLEDGED' ? 'incident.who.noneNeeded' : 'incident.who.nobodyTold')}</li>
}

/**
 * Who goes there beside the handler, that staff are told all the same while nobody is on it, and whether a
 * second person is asked for.
 */
function Attending({ incident }: { incident: Incident }) {
  const { attending, handledBy, state, assistanceRequestedAt } = incident
  const { t } = useTranslation()
  const me = useMe()
  const others = attending.filter(({ id }) => id !== handledBy?.id)
  const isOpen = state === 'OPEN' && others.some(({ kind }) => kind === 'RELATIVE')
  return (
    <>
      {others.map((person) => (
        <li key={person.id} className="who-handler">
          <strong>
            {person.id === me.id
              ? t('incident.who.meGoing')
              : t('incident.who.going', { name: named(person, t('incident.who.deleted')) })}
          </strong>
          <TimeAgo at={person.at} />
        </li>
      ))}
      {isOpen && <li>{t('incident.who.staffStillTold')}</li>}
      {assistanceRequestedAt && (
        <li className="who-handler">
          <strong>{t('incident.who.assistance')}</strong>
          <TimeAgo at={assistanceRequestedAt} />
        </li>
      )}
    </>
  )
}

function Handler({ incident }: { incident: Incident }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const me = useMe()
  const now = useNow()
  const { handledBy, acknowledgedAt, etaAt } = incident
  const isMine = handledBy?.id === me.id
  const name = named(handlerOf(incident) ?? { name: null }, t('incident.who.deleted'))
  const arrival = etaAt && new Date(etaAt)
  return (
    <li className="who-handler">
      <strong>{isMine ? t('incident.who.me') : t('incident.who.handler', { name })}</strong>
      {acknowledgedAt && <span>{<TimeAgo at={acknowledgedAt} />}</span>}
      {arrival && arrival > now && <span>{t('incident.who.eta', { time: formats.time(arrival) })}</span>}
      {arrival && arrival <= now && (
        <strong>
          {t('incident.who.etaPassed', { time: formats.time(arrival), ago: formats.relative(arrival, now) })}
        </strong>
      )}
    </li>
  )
}

/** A sentence that ends with how long it is until a time, in digits. */
function CountedDown({ text, at }: { text: ParseKeys & `incident.who.${string}`; at: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const date = new Date(at)
  const until = formats.countdown(date.getTime() - now.getTime())
  return (
    <time dateTime={at} title={formats.exact(date)} className="countdown">
      {t(text as 'incident.who.nextStep', { until })}
    </time>
  )
}
