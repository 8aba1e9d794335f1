import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { insertUser } from '../../src/accounts/users/users.store.ts'
import { createEngine } from '../../src/alerting/incidents/engine.ts'
import { listDueIncidents } from '../../src/alerting/incidents/incidents.store.ts'
import { callForHelp } from '../../src/alerting/incidents/patient-acts.service.ts'
import { repairEscalation } from '../../src/alerting/incidents/repair-escalation.ts'
import { createAcknowledgementTokens } from '../../src/alerting/notifications/acknowledge-token.ts'
import { createDeliveryQueue } from '../../src/alerting/notifications/delivery-queue.ts'
import { createSender } from '../../src/alerting/notifications/sender.ts'
import { useAlarms } from '../support/alerting.ts'
import { parseExposition } from '../support/exposition.ts'
import { often } from '../support/full.ts'
import { act, incidentOf } from '../support/incidents.ts'
import { alertsOf } from '../support/people.ts'
import { assign } from '../support/readings.ts'

const metricsToken = 'a-token-for-metrics-of-enough-length'
const alarms = useAlarms({ METRICS_TOKEN: metricsToken })

async function scrape() {
  const headers = { authorization: `Bearer ${metricsToken}` }
  return parseExposition((await alarms.service.app.inject({ url: '/metrics', headers })).body)
}

/** That of another process on the same database. */
function anotherEngine() {
  const { ctx, store, app } = alarms.service
  const tokens = createAcknowledgementTokens(String(ctx.config.jwtSecret), ctx.now)
  const queue = createDeliveryQueue(ctx, createSender(ctx, app.hold), tokens)
  return createEngine(ctx, store.heartbeat, queue, app.hold)
}

describe('two engines on one database', () => {
  // An engine takes ten first steps at a time.
  const count = often(30, 200)

  /** A number of patients with one caregiver, all of whom call for help. */
  async function ward(size: number) {
    const { ctx } = alarms.service
    const first = await alarms.patient()
    const ana = await alarms.caregiver(first, 'Ana', { channels: ['ntfy'] })
    const patientIds = [first.id, ...Array.from({ length: size - 1 }, () => randomUUID())]
    const account = { role: 'PATIENT' as const, passwordHash: null, lastLogin: null, createdAt: ctx.now() }
    const incidentIds: string[] = []
    for (const id of patientIds) {
      if (id !== first.id) {
        const name = { firstName: 'Rosa', lastName: 'Marín' }
        await insertUser(ctx.db, { ...account, ...name, id, email: `${id}@example.org` })
        await assign(alarms.service, ana.id, id)
      }
      const call = { patientId: id, at: ctx.now() }
      incidentIds.push((await ctx.db.transaction((tx) => callForHelp(ctx, tx, call))).id)
    }
    return { ana, incidentIds }
  }

  test(`take every step of ${count} incidents exactly once`, async () => {
    await ward(count)
    await alarms.webhook()
    const engines = [anotherEngine(), anotherEngine()]

    const all = (channel: string) => Array<string>(count).fill(channel)
    for (const [duration, sent] of [
      ['1s', all('Ana ntfy')],
      ['60s', all('Ana ntfy')],
      ['120s', [...all('Ana ntfy'), ...all('webhook webhook')]],
      ['10m', [...all('Ana ntfy'), ...all('webhook webhook')]],
    ] as const) {
      alarms.service.advance(duration)
      await Promise.all(engines.map((engine) => engine.runDue()))
      assert.deepEqual(await alarms.now(), sent, duration)
    }
    const hooks = alarms.messages.filter(({ channel }) => channel === 'webhook')
    assert.equal(new Set(hooks.map(({ deliveryIdentity }) => deliveryIdentity)).size, 2 * count)
    assert.equal(new Set(hooks.map(({ identity }) => identity)).size, count)
    const rows = await alarms.service.ctx.db.query<{ entries: number }>(
      `select count(*)::int as entries from incident_entries where type = 'told' group by incident_id`,
    )
    assert.deepEqual(
      rows.map(({ entries }) => entries),
      // The four steps, of which the last reaches nobody, and a repetition.
      Array(count).fill(5),
    )
  })

  test('take the first step of an incident before the repetitions of many', async () => {
    const { ctx } = alarms.service
    await ward(25)
    await alarms.service.engine.runDue()
    alarms.service.advance('60s')
    const rosa = await alarms.patient()
    const { id } = await ctx.db.transaction((tx) =>
      callForHelp(ctx, tx, { patientId: rosa.id, at: ctx.now() }),
    )
    const due = await listDueIncidents(ctx.db, ctx.now(), 10)
    assert.deepEqual([due.length, due[0]], [11, id])
    await alarms.service.engine.runDue()
  })

  test('take the first step of an incident behind many that cannot be advanced', async () => {
    const { ctx } = alarms.service
    const { incidentIds } = await ward(25)
    await ctx.db.query(`update incidents set policy = '{}' where id = any($1)`, [incidentIds])
    alarms.service.advance('1s')
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Eva', { channels: ['ntfy'] })
    await ctx.db.transaction((tx) => callForHelp(ctx, tx, { patientId: rosa.id, at: ctx.now() }))
    await anotherEngine().runDue()
    assert.deepEqual(await alarms.now(), ['Eva ntfy'])
    await ctx.db.query('delete from incidents where id = any($1)', [incidentIds])
  })

  test('and people who acknowledge meanwhile: nobody is told after that, and each closing message comes once', async () => {
    const { ana, incidentIds } = await ward(often(25, 40))
    const engines = [anotherEngine(), anotherEngine()]
    await Promise.all([
      ...engines.map((engine) => engine.runDue()),
      ...incidentIds.map((id) => act(alarms.service, ana, id, 'acknowledge')),
    ])
    await alarms.now()
    assert.deepEqual(await alarms.after('20m'), [])
    const told = new Map<string, string[]>()
    for (const { identity, purpose } of alarms.messages)
      told.set(identity, [...(told.get(identity) ?? []), purpose])
    for (const purposes of told.values()) assert.deepEqual(purposes, ['alert', 'closing'])
  })
})

describe('the auditor', () => {
  /** repairs gives how many of each fault were repaired since the last call. */
  const known = new Map<string, number>()
  async function repairs(): Promise<Record<string, number>> {
    const family = (await scrape()).families.get('fallwatch_escalation_overdue_total')
    const changed: Record<string, number> = {}
    for (const { labels, value } of family?.samples ?? []) {
      const reason = String(labels.reason)
      const more = value - (known.get(reason) ?? 0)
      if (more > 0) changed[reason] = more
      known.set(reason, value)
    }
    return changed
  }

  async function household() {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    const eva = await alarms.caregiver(rosa, 'Eva', { priority: 2, channels: ['push'] })
    const { id } = await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push'])
    await repairs()
    return { rosa, ana, eva, id }
  }
  const sql = (statement: string, ...values: unknown[]) => alarms.service.ctx.db.query(statement, values)

  test('finds nothing to repair while all is well', async () => {
    const { ana, id } = await household()
    for (const duration of ['60s', '120s', '120s', '5m', '5m']) await alarms.after(duration)
    await act(alarms.service, ana, id, 'acknowledge')
    await alarms.after('29m')
    await act(alarms.service, ana, id, 'resolve', { outcome: 'OTHER' })
    await alarms.after('1h')
    assert.deepEqual(await repairs(), {})
  })

  test('makes an open incident due that has lost its next step, and counts it', async () => {
    const { id } = await household()
    await sql('update incidents set due_at = null where id = $1', id)
    assert.deepEqual(await alarms.after('60s'), [])
    assert.deepEqual(await repairs(), { step_missing: 1 })
    assert.deepEqual(await alarms.now(), ['Ana push', 'Eva push'])
    assert.deepEqual(
      await alarms.after('120s'),
      ['Ana push', 'Eva push'],
      'and goes on as if nothing had been',
    )
    assert.deepEqual(await repairs(), {})
  })

  for (const [state, due] of [
    ['CHECKING', ['Ana push']],
    ['ACKNOWLEDGED', ['Ana push']],
  ] as const) {
    test(`makes one due that would stay ${state} for ever`, async () => {
      const { ana, id } = await household()
      await act(alarms.service, ana, id, 'acknowledge')
      await alarms.now()
      await sql('update incidents set due_at = null, state = $2 where id = $1', id, state)
      await alarms.now()
      assert.deepEqual(await repairs(), { step_missing: 1 })
      assert.deepEqual(await alarms.now(), due)
    })
  }

  test('leaves one alone whose policy has ended, or that has ended itself', async () => {
    const { rosa, ana, id } = await household()
    await act(alarms.service, ana, id, 'resolve', { outcome: 'OTHER' })
    const policy = {
      steps: [{ afterSeconds: 0, tell: [{ who: 'assigned', channels: 'all' }] }],
      ...{ repeat: null, quietAtNight: false },
    }
    await sql(
      `insert into escalation_policies (severity, patient_id, policy, updated_at) values ('HIGH', $1, $2, $3)`,
      rosa.id,
      JSON.stringify(policy),
      alarms.service.ctx.now(),
    )
    await alarms.now()
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana push', 'Eva push'])
    assert.deepEqual(await alarms.after('1h'), [])
    assert.deepEqual(await repairs(), {})
  })

  for (const [title, statement] of [
    ['was unassigned', 'delete from assignments where caregiver_id = $1'],
    ['was deactivated', `update users set status = 'inactive' where id = $1`],
    ['is no caregiver any more', `update users set role = 'PATIENT' where id = $1`],
    ['was deleted', 'delete from users where id = $1'],
  ] as const) {
    test(`opens an incident whose handler ${title} without anybody noticing, and counts it`, async () => {
      const { eva, ana, id } = await household()
      await act(alarms.service, ana, id, 'acknowledge')
      await alarms.now()
      await sql(statement, ana.id)
      await alarms.now()
      assert.deepEqual(await repairs(), { handler_gone: 1 })
      assert.deepEqual(await alarms.now(), ['Eva push'])
      assert.equal((await incidentOf(alarms.service, eva, id)).state, 'OPEN')
      assert.deepEqual(await repairs(), {})
    })
  }

  test('counts what no engine has done', async () => {
    const { id } = await household()
    alarms.service.advance('91s')
    await repairEscalation(alarms.service.ctx)
    assert.deepEqual(await repairs(), { step_overdue: 1 })
    await sql(
      `update deliveries set state = 'SENDING', due_at = $2 where incident_id = $1`,
      id,
      new Date(alarms.service.ctx.now().getTime() - 31_000),
    )
    await sql('update incidents set due_at = $2 where id = $1', id, alarms.service.ctx.now())
    await repairEscalation(alarms.service.ctx)
    assert.deepEqual(await repairs(), { delivery_stuck: 1 })
    assert.deepEqual(await alarms.now(), ['Ana push', 'Ana push', 'Eva push'])
    assert.deepEqual(await repairs(), {})
  })
})

test('the first acknowledgement of an incident is counted once, whichever way it comes', async () => {
  const counted = async () => (await scrape()).sum('fallwatch_incident_acknowledge_seconds_count')
  const before = await counted()
  const rosa = await alarms.patient()
  const ana = await alarms.caregiver(rosa, 'Ana')
  const { id } = await alarms.fall(rosa)
  const [alert] = await alertsOf(alarms.service, ana)
  for (let i = 0; i < 2; i++) {
    const path = `/caregivers/alerts/${alert.id}/acknowledge`
    assert.equal((await alarms.service.call('POST', path, { token: ana.token })).status, 200)
    assert.equal((await act(alarms.service, ana, id, 'acknowledge')).status, 200)
    assert.equal((await counted()) - before, 1)
  }
})
