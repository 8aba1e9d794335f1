import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useAlarms } from '../support/alerting.ts'
import { act, incidentOf } from '../support/incidents.ts'
import { alertsOf } from '../support/people.ts'
import type { Person } from '../support/readings.ts'

const alarms = useAlarms()

const closings = (...lines: string[]) => lines.map((line) => `${line} closing`).toSorted()
const tokenIn = (url: string | undefined) => url?.split('#')[1] ?? ''
const byLink = (token: string) => alarms.service.call('POST', '/incidents/acknowledge', { body: { token } })
const acknowledgeAlert = async (person: Person) => {
  const [alert] = await alertsOf(alarms.service, person)
  return alarms.service.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, { token: person.token })
}

async function household() {
  const rosa = await alarms.patient()
  const ana = await alarms.caregiver(rosa, 'Ana')
  const eva = await alarms.caregiver(rosa, 'Eva', { priority: 2, showDetails: true })
  return { rosa, ana, eva }
}

const ways: [
  title: string,
  answer: (ana: Person, id: string) => Promise<{ status: number; text: string }>,
][] = [
  ['her session', (ana, id) => act(alarms.service, ana, id, 'acknowledge')],
  ['her alert', (ana) => acknowledgeAlert(ana)],
  ['the link in a push message', () => byLink(tokenIn(alarms.lastOf('Ana', 'push').acknowledgeUrl))],
  ['the link in an ntfy message', () => byLink(tokenIn(alarms.lastOf('Ana', 'ntfy').acknowledgeUrl))],
  ['the link in a mail', () => byLink(tokenIn(alarms.lastOf('Ana', 'mail').acknowledgeUrl))],
]

for (const [title, answer] of ways) {
  test(`once Ana answers by ${title}, nobody is told any more, and those who were told learn of it`, async () => {
    const { rosa, ana, eva } = await household()
    await alarms.webhook()
    const { id } = await alarms.fall(rosa)
    await alarms.now()
    await alarms.after('60s')
    await alarms.after('120s')
    const alerts = [...alarms.messages]
    alarms.service.advance('5s')
    const answered = await answer(ana, id)
    assert.equal(answered.status, 200, answered.text)

    // A mail would tell Ana nothing new.
    assert.deepEqual(
      await alarms.now(),
      closings('Ana push', 'Ana ntfy', 'Eva push', 'Eva ntfy', 'Eva mail', 'webhook webhook'),
    )
    for (const { to, channel, identity } of alarms.messages.slice(alerts.length)) {
      const alert = alerts.find((alert) => alert.to === to && alert.channel === channel)
      assert.equal(identity, alert?.identity, `${to} ${channel} replaces the alert`)
    }
    const ofAna = alarms.lastOf('Ana', 'push')
    assert.deepEqual([ofAna.title, ofAna.text], ['You are on it', 'Nobody else is told any more.'])
    for (const channel of ['push', 'ntfy'] as const) {
      const { title, text } = alarms.lastOf('Eva', channel)
      assert.deepEqual([title, text], ['Handled', 'Ana Gil is on it (Rosa Marín).'])
    }
    assert.match(alarms.lastOf('Eva', 'mail').text, /^Ana Gil is on it \(Rosa Marín\)\./)
    const { event } = JSON.parse(alarms.lastOf('webhook', 'webhook').raw)
    assert.deepEqual([event.data.id, event.data.state, event.data.handledBy], [id, 'ACKNOWLEDGED', ana.id])

    for (const duration of ['1s', '1m', '5m', '20m']) assert.deepEqual(await alarms.after(duration), [])
    const incident = await incidentOf(alarms.service, eva, id)
    assert.deepEqual([incident.state, incident.nextStepAt], ['ACKNOWLEDGED', null])
    assert.deepEqual(incident.handledBy, { id: ana.id, name: 'Ana Gil' })
    assert.deepEqual(await alertsOf(alarms.service, ana), [])
    assert.deepEqual(await alertsOf(alarms.service, eva), [])
    const [handled] = await alertsOf(alarms.service, eva, 'handled')
    assert.deepEqual([handled.handledBy, handled.acknowledged], [{ id: ana.id, name: 'Ana Gil' }, false])
    const [own] = await alertsOf(alarms.service, ana, 'acknowledged')
    assert.deepEqual([own.handledBy, own.acknowledged], [{ id: ana.id, name: 'Ana Gil' }, true])
    const { body } = await alarms.service.call('GET', '/falls', { token: rosa.token })
    assert.deepEqual([body.data[0].responded, body.data[0].responseTime], [true, 185])
  })
}

test('whoever answers before anybody was told leaves nothing to take back', async () => {
  const { rosa, ana } = await household()
  const { id } = await alarms.fall(rosa)
  await act(alarms.service, ana, id, 'acknowledge')
  assert.deepEqual(await alarms.now(), [])
  assert.deepEqual(await alarms.after('10m'), [])
})

test('a resolution without an acknowledgement ends the messages, too', async () => {
  const { rosa, eva } = await household()
  const { id } = await alarms.fall(rosa)
  await alarms.now()
  await act(alarms.service, eva, id, 'resolve', { outcome: 'FALSE_ALARM' })
  assert.deepEqual(await alarms.now(), closings('Ana ntfy', 'Ana push'))
  assert.equal(alarms.lastOf('Ana', 'push').title, 'Ended')
  assert.deepEqual(await alarms.after('1h'), [])
})

test('all falls of an incident are answered by its first acknowledgement', async () => {
  const { rosa, ana } = await household()
  const { id } = await alarms.fall(rosa)
  await alarms.after('10s')
  await alarms.fall(rosa)
  await alarms.after('10s')
  await act(alarms.service, ana, id, 'acknowledge')
  const { body } = await alarms.service.call('GET', '/falls', { token: rosa.token })
  const falls = body.data.map((fall: { responded: boolean; responseTime: number }) => [
    fall.responded,
    fall.responseTime,
  ])
  assert.deepEqual(falls.toSorted(), [
    [true, 10],
    [true, 20],
  ])
})

describe('the link in a message', () => {
  async function told() {
    const people = await household()
    const incident = await alarms.fall(people.rosa)
    await alarms.now()
    await alarms.after('60s')
    const link = (name: string) => tokenIn(alarms.lastOf(name, 'push').acknowledgeUrl)
    return { ...people, incident, ofAna: link('Ana'), ofEva: link('Eva') }
  }
  const stateOf = async (person: Person) => (await alarms.incident(person))?.state

  test('has its token after the #, where no log on the way has it', async () => {
    await told()
    for (const channel of ['push', 'ntfy', 'mail'] as const) {
      const { acknowledgeUrl = '' } = alarms.lastOf('Ana', channel)
      assert.match(acknowledgeUrl, /^https:\/\/care\.example\.org\/acknowledge#[\w-]+\.[\w-]+\.[\w-]+$/)
    }
  })

  test('can be used twice, and the first time counts', async () => {
    const { rosa, ofAna } = await told()
    const first = await byLink(ofAna)
    assert.deepEqual([first.status, first.body.data], [200, { state: 'ACKNOWLEDGED', effect: 'HANDLING' }])
    const { acknowledgedAt } = await alarms.incident(rosa)
    await alarms.after('10s')
    assert.equal((await byLink(ofAna)).status, 200)
    assert.equal((await alarms.incident(rosa)).acknowledgedAt, acknowledgedAt)
    assert.deepEqual(await alarms.now(), [])
  })

  test('of somebody else is 409 while Ana handles it, and says who', async () => {
    const { ofAna, ofEva } = await told()
    await byLink(ofAna)
    const second = await byLink(ofEva)
    assert.deepEqual([second.status, second.body.details], [409, { handledBy: 'Ana Gil' }])
  })

  test('is 409 once the incident was released or resolved, and changes nothing', async () => {
    const { rosa, ana, incident, ofAna, ofEva } = await told()
    await byLink(ofAna)
    assert.equal((await act(alarms.service, ana, incident.id, 'release')).status, 200)
    for (const token of [ofAna, ofEva]) assert.equal((await byLink(token)).status, 409)
    assert.equal(await stateOf(rosa), 'OPEN')
    await alarms.now()
    assert.equal((await byLink(tokenIn(alarms.lastOf('Eva', 'push').acknowledgeUrl))).status, 200)
    const resolved = await act(alarms.service, ana, incident.id, 'resolve', { outcome: 'HELP_GIVEN' })
    assert.equal(resolved.status, 200)
    const late = await byLink(tokenIn(alarms.lastOf('Eva', 'push').acknowledgeUrl))
    assert.deepEqual([late.status, late.body.details], [409, { resolvedBy: 'Ana Gil' }])
  })

  test('is valid for a day', async () => {
    const { rosa, ofAna } = await told()
    alarms.service.advance('23h')
    assert.equal((await byLink(ofAna)).status, 200)
    const { ofAna: late } = await told()
    alarms.service.advance('1d')
    const answer = await byLink(late)
    assert.equal(answer.status, 401, answer.text)
    assert.equal(await stateOf(rosa), 'ACKNOWLEDGED')
  })

  test('that we did not sign is 401', async () => {
    const { rosa, ana, ofAna } = await told()
    const [header, claims = '', signature] = ofAna.split('.')
    const own = JSON.parse(String(Buffer.from(claims, 'base64url')))
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      'x',
      `${header}.${encode({ ...own, round: 2 })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      `${header}.${claims}.${signature?.slice(0, -2)}AA`,
      // A session is no link.
      ana.token,
    ]
    for (const token of forged) assert.equal((await byLink(token)).status, 401, token)
    assert.equal(await stateOf(rosa), 'OPEN')
    const asSession = await alarms.service.call('GET', '/profile/me', { token: ofAna })
    assert.equal(asSession.status, 401, 'a link is no session')
  })

  test('is 403 for somebody who may no longer answer', async () => {
    const { rosa, ana, eva, ofAna, ofEva } = await told()
    const token = await alarms.service.adminToken()
    const path = `/caregivers/${ana.id}/patients/${rosa.id}`
    assert.equal((await alarms.service.call('DELETE', path, { token })).status, 200)
    assert.equal((await byLink(ofAna)).status, 403)
    const body = { status: 'inactive' }
    assert.equal((await alarms.service.call('PUT', `/admin/users/${eva.id}`, { token, body })).status, 200)
    assert.equal((await byLink(ofEva)).status, 403)
    assert.equal(await stateOf(rosa), 'OPEN')
  })
})

describe('release', () => {
  test('tells the others anew, and the releaser only with everybody', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana')
    const eva = await alarms.caregiver(rosa, 'Eva', { channels: ['push', 'mail'] })
    await alarms.caregiver(rosa, 'Luz', { priority: 2, channels: ['push'] })
    const { id } = await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana ntfy', 'Ana push', 'Eva push'])
    await act(alarms.service, ana, id, 'acknowledge')
    await alarms.now()
    await alarms.after('4m')
    assert.equal((await act(alarms.service, eva, id, 'release')).status, 403)
    assert.equal((await act(alarms.service, ana, id, 'release')).status, 200)
    assert.equal((await act(alarms.service, ana, id, 'release')).status, 409)
    assert.deepEqual(await alarms.now(), ['Eva push'])
    assert.equal((await alertsOf(alarms.service, eva)).length, 1)
    assert.equal((await alertsOf(alarms.service, ana)).length, 1)
    assert.deepEqual(await alarms.after('60s'), ['Eva mail', 'Eva push', 'Luz push'])
    const everybody = ['Ana mail', 'Ana ntfy', 'Ana push', 'Eva mail', 'Eva push', 'Luz push']
    assert.deepEqual(await alarms.after('120s'), everybody)
    assert.equal((await act(alarms.service, eva, id, 'acknowledge')).status, 200)
    const { timeline } = await incidentOf(alarms.service, eva, id)
    const acts = timeline.filter(({ actor }: { actor: object | null }) => actor !== null)
    assert.deepEqual(
      acts.map(({ type, actor }: { type: string; actor: { name: string } }) => [type, actor.name]),
      [
        ['acknowledged', 'Ana Gil'],
        ['released', 'Ana Gil'],
        ['acknowledged', 'Eva Gil'],
      ],
    )
  })

  test('by the only caregiver waits for nobody: the next step is taken at once', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.caregiver(rosa, 'Eva', { priority: 2, channels: ['push'] })
    const { id } = await alarms.fall(rosa)
    await alarms.now()
    await act(alarms.service, ana, id, 'acknowledge')
    await act(alarms.service, ana, id, 'release')
    assert.deepEqual(await alarms.now(), ['Eva push'])
  })

  test('right after the acknowledgement sends no closing message that is no longer true', async () => {
    const { rosa, ana } = await household()
    const { id } = await alarms.fall(rosa)
    await alarms.now()
    await alarms.after('60s')
    await act(alarms.service, ana, id, 'acknowledge')
    await act(alarms.service, ana, id, 'release')
    assert.deepEqual(await alarms.now(), ['Eva push'])
  })
})

test('what was acknowledged and forgotten is told again after 30 minutes, to everybody anew', async () => {
  const { rosa, ana, eva } = await household()
  const { id } = await alarms.fall(rosa)
  assert.deepEqual(await alarms.now(), ['Ana ntfy', 'Ana push'])
  await act(alarms.service, ana, id, 'acknowledge', { etaMinutes: 5 })
  assert.deepEqual(await alarms.now(), closings('Ana ntfy', 'Ana push'))
  assert.deepEqual(await alarms.after('1799s'), [])
  assert.equal((await alarms.incident(rosa)).state, 'ACKNOWLEDGED')
  assert.deepEqual(await alarms.after('1s'), ['Ana ntfy', 'Ana push'])
  const { state, handledBy, etaMinutes } = await alarms.incident(rosa)
  assert.deepEqual([state, handledBy, etaMinutes], ['OPEN', null, null])
  assert.equal((await alertsOf(alarms.service, eva)).length, 1)
  assert.deepEqual(await alarms.after('60s'), ['Ana mail', 'Ana ntfy', 'Ana push', 'Eva push'])
  const { body } = await alarms.service.call('GET', '/falls', { token: rosa.token })
  assert.equal(body.data[0].responseTime, 0, 'the first answer counts')
})
