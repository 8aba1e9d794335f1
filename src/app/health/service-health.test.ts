import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'
import { createHealthCheck } from './service-health.ts'

const cases: [
  title: string,
  database: boolean,
  redis: boolean | undefined,
  stopping: boolean,
  status: string,
][] = [
  ['everything answers', true, true, false, 'HEALTHY'],
  ['there is no Redis to answer', true, undefined, false, 'HEALTHY'],
  ['Redis does not answer', true, false, false, 'DEGRADED'],
  ['the database does not respond', false, true, false, 'UNHEALTHY'],
  ['neither answers', false, false, false, 'UNHEALTHY'],
  ['the service is stopping', true, true, true, 'UNHEALTHY'],
]

test('DEGRADED when the last backup is too old', () => {
  const checkHealth = createHealthCheck({
    heartbeat: { alive: true } as Heartbeat,
    redis: undefined,
    isStopping: () => false,
    isBackupOverdue: () => true,
  })
  assert.equal(checkHealth().status, 'DEGRADED')
})

test('DEGRADED while commits are on one disk', () => {
  const checkHealth = createHealthCheck({
    heartbeat: { alive: true } as Heartbeat,
    redis: undefined,
    isStopping: () => false,
    isOnOneDisk: () => true,
  })
  assert.equal(checkHealth().status, 'DEGRADED')
})

for (const [title, database, redis, stopping, status] of cases) {
  test(`${status} when ${title}`, () => {
    const checkHealth = createHealthCheck({
      heartbeat: { alive: database } as Heartbeat,
      redis: redis === undefined ? undefined : ({ alive: redis } as RedisLink),
      isStopping: () => stopping,
    })
    assert.equal(checkHealth().status, status)
  })
}
