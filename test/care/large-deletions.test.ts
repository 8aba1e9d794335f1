import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDevice, assign, countRows, type Person } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off' })

/** Gives a person very many falls of the last days, each with an alert. */
async function fallOften({ id }: Person, caregiver: Person, count: number, deviceId: string | null = null) {
  await service.ctx.db.background.query(
    `with reported as (
       insert into falls (id, user_id, device_id, confidence, status, created_at, updated_at)
       select gen_random_uuid(), $1, $2, 0.8, 'HIGH', $3::timestamptz - n * interval '7 s', $3
       from generate_series(1, $4::int) as n
       returning id
     )
     insert into alerts (id, fall_id, caregiver_id, patient_id, created_at)
     select gen_random_uuid(), id, $5, $1, $3 from reported`,
    [id, deviceId, service.ctx.now(), count, caregiver.id],
  )
}

/** Deletes an account and returns the most rows of a table that one statement deleted, and all of them. */
async function deletedAtOnce(table: 'falls' | 'alerts', { token }: Person) {
  const { db } = service.ctx
  await db.query('create table deleted (count int)')
  await db.query(
    `create function note_deletion() returns trigger language plpgsql as $$ begin
       insert into deleted select count(*) from gone; return null; end $$`,
  )
  await db.query(
    `create trigger note_deletion after delete on ${table} referencing old table as gone
     for each statement execute function note_deletion()`,
  )
  const body = { confirmation: true }
  const { status } = await service.call('DELETE', '/profile/me', { token, body })
  const [rows] = await db.query('select max(count) as most, sum(count)::int as all from deleted')
  await db.query('drop function note_deletion cascade')
  await db.query('drop table deleted')
  return { status, ...(rows as { most: number; all: number }) }
}

describe('of somebody with thousands of falls', () => {
  test('the account is deleted in short steps, and nothing is left of it', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, ana.id, rosa.id)
    const { id } = await addDevice(service, rosa.token)
    await fallOften(rosa, ana, 5200, id)
    assert.deepEqual(await deletedAtOnce('falls', rosa), { status: 200, most: 1000, all: 5200 })
    assert.equal(await countRows(service, 'falls where user_id = $1', [rosa.id]), 0)
    assert.equal(await countRows(service, 'alerts where patient_id = $1', [rosa.id]), 0)
    assert.equal(await countRows(service, 'devices where user_id = $1', [rosa.id]), 0)
  })

  test('the caregiver is deleted in short steps as well, and the falls stay', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await fallOften(rosa, ana, 2600)
    const { status, most, all } = await deletedAtOnce('alerts', ana)
    assert.deepEqual([status, all], [200, 2600])
    assert.ok(most < 2000, `${most} alerts at once`)
    assert.equal(await countRows(service, 'falls where user_id = $1', [rosa.id]), 2600)
  })

  test('an account that may not be deleted keeps them', async () => {
    const admin = { token: await service.adminToken() } as Person
    const { body } = await service.call('GET', '/me', { token: admin.token })
    const me = { id: body.data.id } as Person
    await fallOften(me, await service.signUp({ role: 'CAREGIVER' }), 1100)
    assert.equal((await deletedAtOnce('falls', admin)).status, 409)
    assert.equal(await countRows(service, 'falls where user_id = $1', [me.id]), 1100)
  })

  test('a device is deleted without touching them, and they name it no more', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    const { id } = await addDevice(service, rosa.token)
    await fallOften(rosa, ana, 50, id)
    const versions = () =>
      service.ctx.db.query('select id, xmin::text from falls where user_id = $1 order by id', [rosa.id])
    const [before, [fall]] = [await versions(), await versions()]
    const path = `/falls/${(fall as { id: string }).id}`
    const read = async () => (await service.call('GET', path, { token: rosa.token })).body.data.deviceId
    assert.equal(await read(), id)
    assert.equal((await service.call('DELETE', `/device/${id}`, { token: rosa.token })).status, 204)
    assert.deepEqual(await versions(), before)
    assert.equal(await read(), null)
  })
})
