import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { makeFolder } from '../../harness/service-process.ts'
import { exampleDay } from '../../src/platform/http/examples.ts'
import { generateApiTypes } from '../../tools/generate-api-types.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** The generated types. */
let types: string

/** A caller that knows every path, body and answer of the description, and nothing else. */
const caller = `
import type { paths } from './api.js'

type Method<Path extends keyof paths> = Extract<
  { [M in keyof paths[Path]]: paths[Path][M] extends { responses: unknown } ? M : never }[keyof paths[Path]], string>
type Operation<Path extends keyof paths, M extends Method<Path>> = paths[Path][M]
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Body<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : undefined
type Good<O> = O extends { responses: infer R } ? Json<R[Extract<keyof R, 200 | 201>]> : never
type Bad<O> = O extends { responses: infer R } ? Json<R[Extract<keyof R, 400 | 401 | 403 | 404 | 409 | 429 | 503>]> : never

declare function call<P extends keyof paths, M extends Method<P>>(
  path: P, method: M, body?: Body<Operation<P, M>>): Promise<Good<Operation<P, M>> | Bad<Operation<P, M>>>
`

const goodUse = `
const signedUp = await call('/api/auth/signup', 'post', {
  email: 'rosa@example.org', password: 'Sunny-Day-42!', firstName: 'Rosa', lastName: 'Marín' })
if (signedUp.success) { const token: string = signedUp.token; const id: string = signedUp.data.id; void [token, id] }
else { const words: string = signedUp.error; void words }

const reading = await call('/api/device/sensor-stream', 'post', {
  device_id: 'AA:BB:CC:DD:EE:FF', uptime_ms: 1, accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 })
if (reading.success) { const sure: number = reading.data.fallConfidence; void sure }

const fall = await call('/api/falls', 'post', { confidence: 0.9, witnessed: true })
if (fall.success) { const count: number = fall.data.alerts.caregiverCount; void count }

const alerts = await call('/api/caregivers/alerts', 'get')
if (alerts.success) { const names: string[] = alerts.data.map((alert) => alert.patientName); const total: number = alerts.pagination.total; void [names, total] }

const health = await call('/api/patients/{id}/health', 'get')
if (health.success) { const pulse: number | null = health.data.vitals.heartRate; void pulse }

const stats = await call('/api/admin/stats', 'get')
if (stats.success) { const users: number = stats.data.totalUsers; void users }
export {}
`

/** Each is a line of its own, and wrong in its own way. */
const badUses = {
  'a path that is not there': `await call('/api/nowhere', 'get')`,
  'a method that a path does not have': `await call('/api/me', 'post')`,
  'a body without a required field': `await call('/api/falls', 'post', { witnessed: true })`,
  'a field of the wrong type': `await call('/api/falls', 'post', { confidence: 'high' })`,
  'an answer that has no such field': `{ const a = await call('/api/me', 'get'); if (a.success) a.data.shoeSize }`,
}

const folder = makeFolder()

/** Gives the lines of the compiler about programs that use the client; none if it is content. */
function problemsOf(programs: Record<string, string>): string[] {
  for (const [name, program] of Object.entries(programs)) writeFileSync(join(folder, name), program + caller)
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022', '--module', 'nodenext']
  const args = [join(compiler, '../bin/tsc'), ...flags, '--ignoreConfig', ...Object.keys(programs)]
  try {
    execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    return []
  } catch (error) {
    return (error as { stdout: string }).stdout.trim().split('\n')
  }
}

describe('a client generated from the description', () => {
  let problems: string[]
  before(async () => {
    // As the build has the description, whatever day it is.
    service.setClock(new Date(exampleDay))
    types = await generateApiTypes((await service.call('GET', '/openapi.json')).body)
    writeFileSync(join(folder, 'api.d.ts'), types)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    problems = problemsOf({ 'good.ts': goodUse, 'bad.ts': Object.values(badUses).join('\n') })
  })

  test('is the one that the console is compiled with', () => {
    const compiledWith = readFileSync(join(import.meta.dirname, '../../web/src/api/schema.d.ts'), 'utf8')
    assert.ok(compiledWith === types, 'The API has changed: run `npm run api-types`')
  })

  test('type-checks, and so does a program that uses it', () => {
    assert.deepEqual(
      problems.filter((line) => !line.startsWith('bad.ts')),
      [],
    )
  })

  test('lets nothing pass that the description does not know', () => {
    for (const [index, title] of Object.keys(badUses).entries()) {
      const place = `bad.ts(${index + 1},`
      assert.ok(
        problems.some((line) => line.startsWith(place) && line.includes('): error TS')),
        title,
      )
    }
  })
})
