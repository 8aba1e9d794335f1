import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { IncidentKind, IncidentState } from '../../src/alerting/model/incident.ts'
import { parseExposition } from '../support/exposition.ts'
import { useSteadyService } from '../support/service.ts'

const token = 'a-token-for-the-metrics'
const service = useSteadyService({ METRICS_TOKEN: token })

async function scrape() {
  // Values from the database are cached for five seconds.
  service.advance('5s')
  const headers = { authorization: `Bearer ${token}` }
  return parseExposition((await service.app.inject({ url: '/metrics', headers })).body)
}

describe('incidents', () => {
  test('are counted when they open, are acknowledged and are resolved', async () => {
    const { metrics } = service.ctx
    metrics.incidentOpened('FALL', 'HIGH')
    metrics.incidentAcknowledged('FALL', 59.5)
    metrics.incidentAcknowledged('FALL', 170)
    metrics.incidentResolved('FALL', 'FALSE_ALARM', 600)
    metrics.incidentResolved('DEVICE_SILENT', null, 300)
    const seen = await scrape()
    const opened = { kind: 'FALL', severity: 'HIGH' }
    assert.equal(seen.value('fallwatch_incidents_total', opened), 1)
    assert.equal(seen.value('fallwatch_incidents_total', { kind: 'SOS', severity: 'CRITICAL' }), 0)
    const acknowledged = 'fallwatch_incident_acknowledge_seconds'
    assert.equal(seen.value(`${acknowledged}_bucket`, { kind: 'FALL', le: '60' }), 1)
    assert.equal(seen.value(`${acknowledged}_bucket`, { kind: 'FALL', le: '180' }), 2)
    const resolved = 'fallwatch_incidents_resolved_total'
    assert.equal(seen.value(resolved, { kind: 'FALL', outcome: 'FALSE_ALARM' }), 1)
    assert.equal(seen.value(resolved, { kind: 'DEVICE_SILENT', outcome: 'NONE' }), 1)
    assert.equal(seen.value('fallwatch_incident_resolve_seconds_sum', { kind: 'FALL' }), 600)
  })

  test('that are not resolved are counted by state, with the age of the oldest unanswered one', async () => {
    const add = async (kind: IncidentKind, state: IncidentState, minutes: number, roundMinutes?: number) => {
      const { id } = await service.signUp()
      const before = (count: number) => new Date(service.ctx.now().getTime() - count * 60_000)
      await service.ctx.db.query(
        `insert into incidents (id, kind, state, severity, patient_id, opened_at, round_started_at)
         values ($1, $2, $3, 'HIGH', $4, $5, $6)`,
        [randomUUID(), kind, state, id, before(minutes), roundMinutes ? before(roundMinutes) : null],
      )
    }
    await add('FALL', 'CHECKING', 50)
    await add('FALL', 'OPEN', 5)
    await add('FALL', 'OPEN', 45, 8)
    await add('FALL', 'ACKNOWLEDGED', 40)
    await add('SOS', 'ACKNOWLEDGED', 40)
    await add('FALL', 'RESOLVED', 60)
    await add('FALL', 'CANCELLED', 60)
    const seen = await scrape()
    const open = (state: string) => seen.value('fallwatch_incidents_open', { state })
    assert.deepEqual(['CHECKING', 'OPEN', 'ACKNOWLEDGED'].map(open), [1, 2, 2])
    const age = (kind: string) =>
      seen.value('fallwatch_unanswered_incident_oldest_age_seconds', { kind }) ?? -1
    assert.ok(age('FALL') >= 480 && age('FALL') < 600, String(age('FALL')))
    assert.equal(age('SOS'), 0)
  })
})

test('an escalation is measured by its lateness, and by what had to be fixed', async () => {
  const { metrics } = service.ctx
  metrics.escalationAdvanced(0.2)
  metrics.escalationAdvanced(-0.1)
  metrics.escalationFixed('step_missing', 1)
  const seen = await scrape()
  assert.equal(seen.value('fallwatch_escalation_lateness_seconds_count'), 2)
  assert.equal(seen.value('fallwatch_escalation_lateness_seconds_sum'), 0.2)
  assert.equal(seen.value('fallwatch_escalation_overdue_total', { reason: 'step_missing' }), 1)
  assert.equal(seen.value('fallwatch_escalation_overdue_total', { reason: 'step_overdue' }), 0)
})

test('deliveries are counted by channel and state, and timed if they were sent', async () => {
  const { metrics } = service.ctx
  metrics.deliveryDone('mail', 'SENT', 2)
  metrics.deliveryDone('mail', 'FAILED', 3)
  metrics.deliveryDone('push', 'CANCELLED')
  const seen = await scrape()
  const count = (channel: string, state: string) =>
    seen.value('fallwatch_deliveries_total', { channel, state })
  assert.deepEqual([count('mail', 'SENT'), count('mail', 'FAILED'), count('push', 'CANCELLED')], [1, 1, 1])
  assert.equal(count('webhook', 'SENT'), 0)
  assert.equal(seen.value('fallwatch_delivery_seconds_sum', { channel: 'mail' }), 2)
})
