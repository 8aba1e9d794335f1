import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isOpenFall } from '../../src/alerting/model/open-falls.ts'
import { useAlarms } from '../support/alerting.ts'
import { setMonitoring } from '../support/device-alarms.ts'
import { act, incidentOf, incidentsOf } from '../support/incidents.ts'
import { alertsOf } from '../support/people.ts'
import { addDevice, batchReading, countRows, type Person } from '../support/readings.ts'

const alarms = useAlarms()

/** A patient who has a minute to say that they are fine, with a device and a caregiver. */
async function household(okWindowSeconds = 60) {
  const rosa = await alarms.patient()
  const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
  await setMonitoring(alarms.service, rosa, { okWindowSeconds })
  return { rosa, ana, detect: await alarms.device(rosa) }
}

const states = async (person: Person) => {
  const all = await incidentsOf(alarms.service, person, {
    state: 'CHECKING,OPEN,ACKNOWLEDGED,RESOLVED,CANCELLED',
  })
  return all.map(({ kind, state }) => `${kind} ${state}`).toSorted()
}

describe('the window in which a patient can say that they are fine', () => {
  test('is seen by caregivers, and nothing is sent', async () => {
    const { rosa, ana, detect } = await household()
    const incident = await detect(0.8)
    assert.equal(incident.state, 'CHECKING')
    const checkUntil = alarms.service.ctx.now().getTime() + 60_000
    assert.deepEqual([Date.parse(incident.checkUntil), incident.nextStepAt], [checkUntil, null])
    assert.deepEqual((await incidentsOf(alarms.service, ana))[0].id, incident.id)
    assert.deepEqual(await alertsOf(alarms.service, ana), [])
    assert.deepEqual(await alarms.now(), [])
    assert.deepEqual(await alarms.after('59s'), [])
    assert.deepEqual(await alarms.after('1s'), ['Ana push'])
    const opened = await alarms.incident(rosa)
    assert.deepEqual([opened.state, opened.checkUntil], ['OPEN', null])
    assert.equal((await alertsOf(alarms.service, ana)).length, 1)
    // The steps count from the moment at which it was opened.
    assert.deepEqual(await alarms.after('59s'), [])
    assert.deepEqual(await alarms.after('1s'), ['Ana push'])
  })

  test('ends with "I\'m fine": nobody is told, and a note is left', async () => {
    const { rosa, ana, detect } = await household()
    const { id } = await detect(0.8)
    await alarms.after('30s')
    const answer = await act(alarms.service, rosa, id, 'ok')
    assert.deepEqual([answer.status, answer.body.data.state], [200, 'CANCELLED'])
    assert.deepEqual(await alarms.after('1h'), [])
    assert.deepEqual(await incidentsOf(alarms.service, ana), [])
    assert.deepEqual(await alertsOf(alarms.service, ana), [])
    const { timeline } = await incidentOf(alarms.service, ana, id)
    const { type, actor, text } = timeline.at(-1)
    assert.deepEqual([type, actor.id], ['cancelled', rosa.id])
    assert.match(text, /fine/)
    for (const [person, name] of [
      [rosa, 'ok'],
      [rosa, 'help'],
      [ana, 'acknowledge'],
    ] as const)
      assert.equal((await act(alarms.service, person, id, name)).status, 409, name)
  })

  const moments: [ms: number, state: string][] = [
    [-50, 'CANCELLED'],
    [-1, 'CANCELLED'],
    [0, 'OPEN'],
    [50, 'OPEN'],
  ]
  for (const [ms, state] of moments) {
    for (const engineFirst of [false, true]) {
      const order = engineFirst ? 'after' : 'before'
      test(`and "I'm fine" ${ms} ms from its end, ${order} the engine has looked: ${state}`, async () => {
        const { rosa, ana, detect } = await household()
        const { id, checkUntil } = await detect(0.8)
        alarms.service.setClock(new Date(Date.parse(checkUntil) + ms))
        const sent = engineFirst ? await alarms.now() : []
        assert.equal((await act(alarms.service, rosa, id, 'ok')).status, 200)
        sent.push(...(await alarms.now()))
        const incident = await incidentOf(alarms.service, ana, id)
        assert.equal(incident.state, state)
        assert.deepEqual(sent, state === 'OPEN' ? ['Ana push'] : [])
      })
    }
  }

  test('after it, "I\'m fine" is shown to everybody and closes nothing', async () => {
    const { rosa, ana, detect } = await household()
    const { id } = await detect(0.8)
    await alarms.after('60s')
    const { state, fineAt, helpAt } = (await act(alarms.service, rosa, id, 'ok')).body.data
    assert.deepEqual([state, fineAt, helpAt], ['OPEN', alarms.service.ctx.now().toISOString(), null])
    const { timeline } = await incidentOf(alarms.service, ana, id)
    assert.deepEqual([timeline.at(-1).type, timeline.at(-1).actor.id], ['ok', rosa.id])
    assert.deepEqual(await alarms.after('60s'), ['Ana push'])
    await act(alarms.service, ana, id, 'acknowledge')
    assert.equal((await act(alarms.service, rosa, id, 'ok')).body.data.state, 'ACKNOWLEDGED')
    assert.equal((await act(alarms.service, ana, id, 'resolve', { outcome: 'FALSE_ALARM' })).status, 200)
  })

  test('ends at once with "I need help"', async () => {
    const { rosa, detect } = await household()
    const { id } = await detect(0.8)
    await alarms.after('10s')
    const answer = await act(alarms.service, rosa, id, 'help')
    assert.deepEqual(
      [answer.status, answer.body.data.state, answer.body.data.checkUntil],
      [200, 'OPEN', null],
    )
    assert.deepEqual(await alarms.now(), ['Ana push'])
    assert.equal((await act(alarms.service, rosa, id, 'ok')).body.data.state, 'OPEN')
    assert.deepEqual(await alarms.after('50s'), [], 'the deadline has no meaning any more')
  })

  test('ends at once when the fall is certain', async () => {
    const { rosa, detect } = await household()
    const at = alarms.service.ctx.now()
    const { id } = await detect(0.8)
    await alarms.after('5s')
    const raised = await detect(0.95, at)
    assert.deepEqual([raised.id, raised.state, raised.severity], [id, 'OPEN', 'CRITICAL'])
    assert.deepEqual(await alarms.now(), ['Ana push'])
    assert.equal((await act(alarms.service, rosa, id, 'ok')).body.data.state, 'OPEN')
  })

  test('does not begin anew with a second fall, and is one for both', async () => {
    const { ana, detect } = await household()
    const { id, checkUntil } = await detect(0.6)
    await alarms.after('40s')
    const second = await detect(0.8)
    assert.deepEqual([second.id, second.state, second.checkUntil], [id, 'CHECKING', checkUntil])
    assert.deepEqual(await alarms.after('19s'), [])
    assert.deepEqual(await alarms.after('1s'), ['Ana push'])
    assert.equal((await alertsOf(alarms.service, ana))[0].repeats, 1)
  })

  test('and "I\'m fine" is for both falls', async () => {
    const { rosa, detect } = await household()
    const { id } = await detect(0.6)
    await alarms.after('40s')
    await detect(0.8)
    await act(alarms.service, rosa, id, 'ok')
    assert.deepEqual(await alarms.after('1h'), [])
    const { body } = await alarms.service.call('GET', '/falls', { token: rosa.token })
    assert.deepEqual(
      body.data.map(({ responded }: { responded: boolean }) => responded),
      [false, false],
      'no caregiver has responded',
    )
    const open = `falls where user_id = $1 and ${isOpenFall(`'epoch'`)}`
    assert.equal(await countRows(alarms.service, open, [rosa.id]), 0)
  })

  test('a caregiver who goes within it ends it', async () => {
    const { ana, detect } = await household()
    const { id } = await detect(0.8)
    assert.equal((await act(alarms.service, ana, id, 'acknowledge')).body.data.state, 'ACKNOWLEDGED')
    assert.deepEqual(await alarms.after('5m'), [])
  })

  test('a fall that a person reports has none, and ends that of a device', async () => {
    const { rosa } = await household()
    const reported = await alarms.fall(rosa, 0.6)
    assert.deepEqual([reported.state, reported.checkUntil], ['OPEN', null])
    assert.deepEqual(await alarms.now(), ['Ana push'])
    const other = await household()
    await other.detect(0.6)
    assert.equal((await alarms.fall(other.rosa, 0.6)).state, 'OPEN')
    assert.deepEqual(await alarms.now(), ['Ana push'])
  })

  test('a fall that is certain has none, nor has anybody who did not ask for one', async () => {
    const { detect } = await household()
    assert.equal((await detect(0.95)).state, 'OPEN')
    const without = await household(0)
    assert.equal((await without.detect(0.8)).state, 'OPEN')
  })

  test('a fall that was called off and turns out to be certain is a new incident', async () => {
    const { rosa, detect } = await household()
    const at = alarms.service.ctx.now()
    const { id } = await detect(0.6)
    await act(alarms.service, rosa, id, 'ok')
    await detect(0.8, at)
    assert.deepEqual(await states(rosa), ['FALL CANCELLED'], 'HIGH is not enough')
    await detect(0.95, at)
    assert.deepEqual(await states(rosa), ['FALL CANCELLED', 'FALL OPEN'])
    assert.deepEqual(await alarms.now(), ['Ana push'])
  })
})

describe('a call for help', () => {
  const sos = ({ token }: Person) => alarms.service.call('POST', '/sos', { token })

  test('has no window, and is not cancelled by "I\'m fine"', async () => {
    const { rosa, ana } = await household()
    const made = await sos(rosa)
    assert.deepEqual([made.status, made.body.data.state], [201, 'OPEN'])
    assert.deepEqual(await alarms.now(), ['Ana push'])
    assert.equal(alarms.lastOf('Ana', 'push').title, 'Somebody asks for help')
    const { id } = made.body.data
    assert.equal((await act(alarms.service, rosa, id, 'ok')).body.data.state, 'OPEN')
    const again = await sos(rosa)
    assert.deepEqual([again.status, again.body.data.id], [200, id])
    assert.deepEqual(await alarms.now(), [])
    assert.deepEqual(await alarms.after('60s'), ['Ana push'])
    await act(alarms.service, ana, id, 'acknowledge')
    assert.deepEqual(await alarms.now(), ['Ana push closing'])
  })

  test('beside a fall in its window is an incident of its own', async () => {
    const { rosa, detect } = await household()
    const { id } = await detect(0.8)
    await sos(rosa)
    assert.deepEqual(await states(rosa), ['FALL CHECKING', 'SOS OPEN'])
    assert.deepEqual(await alarms.now(), ['Ana push'])
    await act(alarms.service, rosa, id, 'ok')
    assert.deepEqual(await states(rosa), ['FALL CANCELLED', 'SOS OPEN'])
  })

  test('that is repeated opens one again that was acknowledged more than ten minutes ago', async () => {
    const { rosa, ana } = await household()
    const { id } = (await sos(rosa)).body.data
    await alarms.now()
    await act(alarms.service, ana, id, 'acknowledge')
    await alarms.after('9m')
    assert.equal((await sos(rosa)).body.data.state, 'ACKNOWLEDGED')
    assert.deepEqual(await alarms.after('61s'), ['Ana push note'])
    const again = await sos(rosa)
    assert.deepEqual([again.status, again.body.data.id, again.body.data.state], [200, id, 'OPEN'])
    assert.equal(again.body.data.helpAt, alarms.service.ctx.now().toISOString())
    assert.deepEqual(await alarms.now(), ['Ana push'])
  })
})

describe('a call for help that is repeated', () => {
  const pressAgain = async ({ rosa, id }: { rosa: Person; id: string }) => {
    const answer = await act(alarms.service, rosa, id, 'help')
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.state
  }

  /** Has reported a fall; Ana was told, and Eva would be after three minutes. */
  async function alone() {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.caregiver(rosa, 'Eva', { channels: ['push'], priority: 3 })
    const { id } = await alarms.fall(rosa, 0.95)
    assert.deepEqual(await alarms.now(), ['Ana push'])
    return { rosa, ana, id }
  }

  test('takes the next steps at once while nobody is on it, once a minute', async () => {
    const call = await alone()
    await alarms.after('10s')
    assert.equal(await pressAgain(call), 'OPEN')
    assert.deepEqual(await alarms.now(), ['Ana push'])
    await pressAgain(call)
    assert.deepEqual(await alarms.after('59s'), [], 'the same call')
    await alarms.after('2s')
    await pressAgain(call)
    assert.deepEqual(await alarms.now(), ['Ana push', 'Eva push'])
    const { timeline, helpAt } = await incidentOf(alarms.service, call.ana, call.id)
    const calls = timeline.filter(({ type }: { type: string }) => type === 'help')
    assert.deepEqual([calls.length, calls[1].at], [2, helpAt])
  })

  test('is a call of its own after "I\'m fine", which is said anew after it', async () => {
    const call = await alone()
    const sayFine = async () => (await act(alarms.service, call.rosa, call.id, 'ok')).body.data
    await pressAgain(call)
    await alarms.after('10s')
    await sayFine()
    await alarms.after('10s')
    await pressAgain(call)
    const { fineAt, helpAt } = await incidentOf(alarms.service, call.ana, call.id)
    assert.equal(helpAt, alarms.service.ctx.now().toISOString())
    await alarms.after('10s')
    assert.ok((await sayFine()).fineAt > helpAt && helpAt > fineAt)
  })

  test('does not postpone what follows', async () => {
    const call = await alone()
    for (let i = 0; i < 4; i++) {
      await alarms.after('61s')
      await pressAgain(call)
      await alarms.now()
    }
    assert.deepEqual(await alarms.after('299s'), [])
    assert.deepEqual(await alarms.after('1s'), ['Ana push', 'Eva push'])
  })

  test('is a message to whoever is on it, under the same identity and without a name', async () => {
    const call = await alone()
    await act(alarms.service, call.ana, call.id, 'acknowledge')
    await alarms.after('5m')
    assert.equal(await pressAgain(call), 'ACKNOWLEDGED')
    assert.deepEqual(await alarms.now(), ['Ana push note'])
    const { title, text, identity } = alarms.lastOf('Ana', 'push')
    assert.equal(title, 'Help is asked for again')
    assert.match(text, /^The person/)
    assert.match(identity, new RegExp(call.id))
    await pressAgain(call)
    assert.deepEqual(await alarms.now(), [], 'the same call')
    await alarms.after('61s')
    await pressAgain(call)
    assert.deepEqual(await alarms.now(), ['Ana push note'])
  })

  test('opens an incident again that was acknowledged more than ten minutes ago', async () => {
    const call = await alone()
    await act(alarms.service, call.ana, call.id, 'acknowledge')
    await alarms.after('601s')
    assert.equal(await pressAgain(call), 'OPEN')
    assert.deepEqual(await alarms.now(), ['Ana push'])
    assert.equal((await alertsOf(alarms.service, call.ana)).length, 1)
    const { handledBy, timeline } = await incidentOf(alarms.service, call.ana, call.id)
    assert.equal(handledBy, null)
    assert.deepEqual(
      timeline.slice(-3).map(({ type }: { type: string }) => type),
      ['help', 'reopened', 'told'],
    )
  })

  test('soon after an SOS is the same call', async () => {
    const { rosa } = await household()
    const { id } = (await alarms.service.call('POST', '/sos', { token: rosa.token })).body.data
    await alarms.now()
    await alarms.after('5s')
    await pressAgain({ rosa, id })
    assert.deepEqual(await alarms.now(), [])
  })
})

describe('the button of a device', () => {
  /** Has a minute to say that they are fine, and a device that sends readings. */
  async function wearer() {
    const people = await household()
    const device = await addDevice(alarms.service, people.rosa.token)
    const { ctx } = alarms.service
    const send = (body: object) =>
      alarms.service.call('POST', '/device/sensor-stream/batch', { token: people.rosa.token, body })
    return {
      ...people,
      press: (button: string) => device.send({ button }),
      /** Sends what was pressed while the device was offline, so many seconds ago. */
      async pressedBefore(...presses: [secondsAgo: number, button: string][]) {
        const readings = presses.map(([secondsAgo, button], i) =>
          batchReading(new Date(ctx.now().getTime() - secondsAgo * 1000), {
            ...{ button, uptime_ms: 20_000 + i * 1000 },
          }),
        )
        const answer = await send({ device_id: device.mac, readings })
        assert.equal(answer.status, 200, answer.text)
      },
    }
  }

  test('calls for help, without a window', async () => {
    const { rosa, press } = await wearer()
    await press('sos')
    assert.deepEqual(await states(rosa), ['SOS OPEN'])
    assert.deepEqual(await alarms.now(), ['Ana push'])
    await press('ok')
    assert.deepEqual(await states(rosa), ['SOS OPEN'])
  })

  test('says "I\'m fine" within the window, and not after it', async () => {
    const { rosa, detect, press } = await wearer()
    await detect(0.8)
    await alarms.after('30s')
    await press('ok')
    assert.deepEqual(await states(rosa), ['FALL CANCELLED'])
    await detect(0.8)
    await alarms.after('60s')
    await press('ok')
    assert.deepEqual(await states(rosa), ['FALL CANCELLED', 'FALL OPEN'])
  })

  test('that was pressed before the fall, and sent after it, does not say that the wearer is fine', async () => {
    const { rosa, detect, pressedBefore } = await wearer()
    await detect(0.8)
    await alarms.after('5s')
    await pressedBefore([600, 'ok'])
    assert.deepEqual(await states(rosa), ['FALL CHECKING'])
    assert.deepEqual(await alarms.after('55s'), ['Ana push'])
  })

  test('that called for help is heard, although another one was pressed after it', async () => {
    const { rosa, pressedBefore } = await wearer()
    await pressedBefore([60, 'sos'], [30, 'ok'])
    assert.deepEqual(await states(rosa), ['SOS OPEN'])
  })
})
