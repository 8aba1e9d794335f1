import { randomUUID } from 'node:crypto'
import { fallSequence, goodReading, impactIndex } from '../readings.ts'
import { pushOfApp } from './added-companions.ts'
import { beginOfHome, hour } from './clock.ts'
import type { Heard } from './companions.ts'
import type { Home, HomeMessage, Room } from './home.ts'

/** What the companion of a resident sends: all that is heard of it, and the calls of a page. */
export function messagesOfCompanion(home: Home, room: Room): HomeMessage[] {
  const { companion } = room.life
  if (!companion) return []
  const said = companion.heard.map((heard) => ({ at: heard.at, send: senderOf(home, room, heard) }))
  if (companion.way !== 'page') return said
  return [...said, ...companion.presses.flatMap((at) => callsByPage(home, room, at))]
}

function senderOf({ service, webhooks }: Home, { life, companion }: Room, heard: Heard): HomeMessage['send'] {
  if (!life.companion || !companion) throw new Error('nothing speaks')
  const { id, key: token } = companion
  const { at, says, battery } = heard
  const { way } = life.companion
  if (way === 'sensor-logger') return () => webhooks['sensor-logger'].send(pushOfApp(id, at, battery))
  if (way === 'events') {
    const body = { device_id: id, event: says, event_id: randomUUID(), battery_level: battery }
    return () => service.call('POST', '/device/events', { token, body })
  }
  const { secondOfFall, heartRate = 70 } = heard
  const body = goodReading(id, {
    ...(secondOfFall !== undefined && fallSequence[impactIndex + secondOfFall]),
    ...(life.companion.kind === 'WEARABLE' && { heart_rate: heartRate }),
    ...{ battery_level: battery, uptime_ms: at - beginOfHome + hour },
    ...(says === 'sos' && { button: 'sos' }),
  })
  return () => service.call('POST', '/device/sensor-stream', { token, body })
}

/** The page calls for help, and again with the same id because the answer was lost. */
function callsByPage({ service }: Home, { person, companion }: Room, at: number): HomeMessage[] {
  const body = { callId: randomUUID(), patientId: person.id }
  const headers = { 'x-requested-with': 'test', cookie: companion?.cookie ?? '' }
  const send = async () => {
    const answer = await service.call('POST', '/sos', { body, headers })
    return { ...answer, status: answer.status === 201 ? 200 : answer.status }
  }
  return [
    { at, send },
    { at: at + 8000, send },
  ]
}
