// Lists that the database has to name again, compared with the one in the code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignmentKinds } from '../../src/accounts/access/assignment-kind.ts'
import { incidentKinds, incidentStates, outcomes } from '../../src/alerting/model/incident.ts'
import { alarms } from '../../src/alerting/monitoring/alarm.ts'
import { purposes } from '../../src/alerting/notifications/channels/channel.ts'
import { deliveryStates } from '../../src/alerting/notifications/delivery.ts'
import { sensitivities } from '../../src/detection/confidence.ts'
import { fallLevels, likelyLevels } from '../../src/detection/levels/fall-level.ts'
import { severities } from '../../src/detection/levels/severity.ts'
import { roles } from '../../src/platform/role.ts'
import { storedActions } from '../../src/telemetry/device-events/device-events.store.ts'
import { deviceKinds } from '../../src/telemetry/devices/device.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** Returns the texts of a condition as PostgreSQL prints it. */
const valuesIn = (condition: string) => [...condition.matchAll(/'([^']*)'::text/g)].map(([, value]) => value)

/** Returns the values that the checks of a column list. */
async function checksOf(table: string, column: string): Promise<(string | undefined)[][]> {
  const rows = await service.ctx.db.query<{ condition: string }>(
    `select pg_get_constraintdef(oid) as condition from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) like $2`,
    [table, `CHECK ((${column} = ANY %`],
  )
  return rows.map(({ condition }) => valuesIn(condition))
}

const lists: [table: string, column: string, list: readonly string[]][] = [
  ['falls', 'status', fallLevels],
  ['incidents', 'kind', incidentKinds],
  ['incidents', 'state', incidentStates],
  ['incidents', 'severity', severities],
  ['incidents', 'outcome', outcomes],
  ['devices', 'kind', deviceKinds],
  ['device_events', 'action', storedActions],
  ['escalation_policies', 'severity', severities],
  ['deliveries', 'state', deliveryStates],
  ['deliveries', 'purpose', purposes],
  ['device_alarms', 'alarm', alarms],
  ['assignments', 'kind', assignmentKinds],
  ['incident_attendants', 'kind', assignmentKinds],
  ['users', 'role', roles],
  ['users', 'sensitivity', sensitivities],
]
for (const [table, column, list] of lists) {
  test(`${table}.${column} can be what the code says`, async () =>
    assert.deepEqual(await checksOf(table, column), [[...list]]))
}

test('the index of open falls and the trigger of traces begin at the same level as alerts', async () => {
  const [index] = await service.ctx.db.query<{ text: string }>(
    `select pg_get_expr(indpred, indrelid) as text from pg_index
     where indrelid = 'falls'::regclass and pg_get_expr(indpred, indrelid) like '%responded_at IS NULL%'`,
  )
  assert.deepEqual(valuesIn(index?.text ?? ''), likelyLevels)
  const [trigger] = await service.ctx.db.query<{ text: string }>(
    `select pg_get_triggerdef(oid) as text from pg_trigger
     where tgrelid = 'falls'::regclass and pg_get_triggerdef(oid) like '%device_id IS NOT NULL%'`,
  )
  assert.deepEqual(valuesIn(trigger?.text ?? ''), likelyLevels)
})
