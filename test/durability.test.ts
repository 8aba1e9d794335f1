import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { account, killNow, post, processesOf, removeFolder, startProcess } from './support/process.ts'
import { makeStore } from './support/store.ts'
import { until } from './support/until.ts'

const dataDir = await makeStore()
after(() => removeFolder(dataDir))

/** Who is killed in each round: the service alone, its PostgreSQL alone, or both at once. */
const rounds = [
  'service',
  'both',
  'database',
  'both',
  'service',
  'both',
  'database',
  'both',
  'service',
  'both',
] as const

test('ten times killed in the middle of signups and logins, every acknowledged account still logs in', async () => {
  const acknowledged: string[] = []
  let next = 0

  async function signUpUntilKilled(url: string, alive: () => boolean) {
    while (alive()) {
      const person = account(next++)
      try {
        const { status } = await post(`${url}/auth/signup`, person)
        if (status === 201) acknowledged.push(person.email)
        await post(`${url}/auth/login`, person)
      } catch {
        // The connection broke: nothing was acknowledged.
      }
    }
  }

  for (const [round, victim] of rounds.entries()) {
    const service = await startProcess({ DATA_DIR: dataDir })
    let alive = true
    const before = acknowledged.length
    const load = Array.from({ length: 8 }, () => signUpUntilKilled(service.url, () => alive))
    await until(() => acknowledged.length > before, 20_000)
    await sleep(200 + round * 50)
    if (victim !== 'service') for (const pid of processesOf(dataDir)) killNow(pid)
    if (victim !== 'database') killNow(-service.pid)
    await sleep(50)
    alive = false
    await Promise.all(load)
    await service.end('SIGKILL')
  }

  const service = await startProcess({ DATA_DIR: dataDir })
  for (const email of acknowledged) {
    const { status } = await post(`${service.url}/auth/login`, { ...account(0), email })
    assert.equal(status, 200, `${email} was acknowledged and cannot log in`)
  }
  assert.equal(await service.end('SIGTERM'), 0)
})
