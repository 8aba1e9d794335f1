// Runs the commands of the page about devices: each device is seen, is given to somebody, and calls.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type Mosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { needsPrograms, programPath } from '../../harness/programs.ts'
import { until } from '../../harness/until.ts'
import { fencesOf } from '../support/documents.ts'
import { incidentsOf } from '../support/incidents.ts'
import { assignDevice, makeWebhook, nearby } from '../support/intake.ts'
import { useService } from '../support/service.ts'

const service = useService()
const page = readFileSync(join(import.meta.dirname, '../../docs/devices.md'), 'utf8')
const commands = fencesOf(page, 'sh')
const commandWith = (text: string) => {
  const [command = '', ...others] = commands.filter((block) => block.includes(text))
  assert.ok(command && others.length === 0, `the page has no command, or several, with ${text}`)
  return command
}
const run = async (command: string, env: Record<string, string> = {}) =>
  (await promisify(execFile)('bash', ['-c', command], { env: { PATH: programPath, ...env } })).stdout

let admin: string
before(async () => {
  admin = await service.adminToken()
})

test('every command of the page is run here', () => {
  assert.equal(commands.length, 5)
})

describe('a webhook', needsPrograms('curl'), () => {
  let origin: string
  before(async () => {
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })

  for (const [adapter, text] of [
    ['things-stack', 'uplink_message'],
    ['traccar', 'uniqueId'],
    ['home-assistant', 'entity_id'],
  ] as const)
    test(`of ${adapter} shows its device, which then calls`, async () => {
      const person = await service.signUp()
      const { id, path } = await makeWebhook(service, admin, adapter)
      const send = async () =>
        JSON.parse(await run(commandWith(text), { WEBHOOK: `${origin}/api${path}` })).data
      const receipt = { understood: true, recorded: 0, unassigned: 0, refused: 0 }
      assert.deepEqual(await send(), { ...receipt, unassigned: 1 })
      const list: { externalId: string; source: { id: string } }[] = await nearby(service, admin)
      const { externalId } = list.find(({ source }) => source.id === id) ?? {}
      await assignDevice(service, admin, { externalId, kind: 'BUTTON', userId: person.id })
      assert.deepEqual(await send(), { ...receipt, recorded: 1 })
      const incidents = await incidentsOf(service, person)
      assert.deepEqual(
        incidents.map(({ kind }) => kind),
        ['SOS'],
      )
    })
})

describe('a broker', needsPrograms('mosquitto', 'mosquitto_pub'), () => {
  let mosquitto: Mosquitto
  before(async () => {
    mosquitto = await startMosquitto()
    const topics = [
      { topic: 'zigbee2mqtt/#', adapter: 'zigbee2mqtt' },
      { topic: '+/events/rpc', adapter: 'shelly' },
    ]
    await service.call('PUT', '/admin/intake/topics', { token: admin, body: { topics } })
    const broker = service.app.connectBroker(mosquitto.url)
    await until(() => broker.isUp)
  })
  after(() => mosquitto?.stop())

  for (const [externalId, topic] of [
    ['00124B0024C8F1A7', 'zigbee2mqtt/'],
    ['shellyplusi4-a8032ab1:input:0', 'shelly-hall/'],
  ] as const)
    test(`shows ${externalId}, which then calls`, async () => {
      const person = await service.signUp()
      const publish = () =>
        run(commandWith(topic).replaceAll('mosquitto_pub', `mosquitto_pub -p ${mosquitto.port}`))
      const isSeen = async () =>
        (await nearby(service, admin)).some((seen: { externalId: string }) => seen.externalId === externalId)
      // The subscription begins a moment after it was named.
      await until(async () => {
        await publish()
        return isSeen()
      })
      await assignDevice(service, admin, { externalId, kind: 'BUTTON', userId: person.id })
      await until(async () => {
        await publish()
        return (await incidentsOf(service, person)).length > 0
      })
    })
})
