import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../simulate/api.ts'
import type { Cast } from './cast.ts'
import { acknowledgeByLink, createInbox } from './inbox.ts'
import type { DemoOptions } from './play.ts'

interface Called {
  action: string
  incidentId: string | null
}

interface Incident {
  kind: string
  state: string
  outcome: string | null
}

/** A button measures no motion: it says that it was pressed. Answers whether Ana was told, and came. */
export async function pressInBathroom(options: DemoOptions, api: Api, { rosa, ana }: Cast): Promise<boolean> {
  const { stage, receivers, signal, readingSeconds = 3 } = options
  const button = { device_id: 'bathroom-cord', battery_level: 88, detail: 'bathroom cord' }
  stage.step('The cord in the bathroom is another device: it says what happened, not what it measures')
  const test = JSON.stringify({ ...button, event: 'test' })
  stage.curl(`${api.base}/device/events`, { as: 'wearable', post: test })
  const inbox = createInbox(stage, receivers, ['Ana is told'], signal)
  stage.event('Rosa cannot get up from the toilet, and pulls the cord')
  const { body } = await api.ask<Called>('POST', '/device/events', {
    token: rosa.deviceKey,
    body: { ...button, event: 'sos', event_id: 'pull-1' },
    signal,
  })
  const { action, incidentId } = body.data
  stage.event(`The response to the cord: ${action === 'OPENED' ? 'a call for help, opened' : action}`)
  const { acknowledgeUrl = '' } = await inbox.arrives('Ana', 'push', 'alert')
  await sleep(readingSeconds * 1000, undefined, { signal })
  stage.timedStep('Ana presses “I’m on it” in her message, and helps Rosa up')
  await acknowledgeByLink(acknowledgeUrl, signal)
  const path = `/incidents/${incidentId}`
  const resolution = { outcome: 'HELP_GIVEN', note: 'Sat too long.' }
  await api.ask('POST', `${path}/resolve`, { token: ana.token, body: resolution, signal })
  stage.curl(`${api.base}${path}`, { as: 'ana' })
  const { data } = (await api.ask<Incident>('GET', path, { token: ana.token, signal })).body
  stage.detail(`The incident: ${data.kind}, ${data.state}, ${data.outcome}`)
  return action === 'OPENED' && data.kind === 'SOS' && data.outcome === 'HELP_GIVEN'
}
