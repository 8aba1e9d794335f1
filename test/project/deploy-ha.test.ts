import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { configureNode } from '../../bench/failover/configuration.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { listDatabaseUrls } from '../../src/platform/lib/database-hosts.ts'

const folder = join(import.meta.dirname, '../../deploy/ha')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const number = (text: string, name: string) => Number(new RegExp(`^\\s*${name}: (\\d+)`, 'm').exec(text)?.[1])

test('the benchmark runs the configuration that is shipped, and none of its addresses and passwords', () => {
  const programs = { postgres: '/programs', versions: { patroni: '', etcd: '', postgres: '' }, account: {} }
  const ports = {
    postgres: 1,
    api: 2,
    etcdClient: 3,
    etcdPeer: 4,
    toPostgres: 5,
    toApi: 6,
    toEtcd: [7, 8, 9],
  }
  const configured = configureNode(programs, { etcd: 'etcd', isStrict: true })(ports, 'node1', '/folder')
  const settings = configured.replace(/^ *#.*$/gm, '')
  assert.doesNotMatch(settings, /10\.0\.0|choose-|var\/lib|name: one/)
  assert.match(settings, /hosts: 127\.0\.0\.1:7,127\.0\.0\.1:8,127\.0\.0\.1:9\n/)
  assert.match(settings, /synchronous_mode: true/)
  assert.match(settings, /synchronous_mode_strict: true/)
})

test('Patroni accepts the times: ttl is at least loop_wait and two retry_timeout', () => {
  const text = read('patroni.yml')
  const [ttl, loopWait, retryTimeout] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
    number(text, name),
  )
  assert.ok(Number(ttl) >= Number(loopWait) + 2 * Number(retryTimeout), `${ttl} ${loopWait} ${retryTimeout}`)
})

test('the service takes the address of the database', () => {
  const [, url = ''] = /^DATABASE_URL=(.*)$/m.exec(read('fallwatch.env')) ?? []
  assert.equal(listDatabaseUrls(loadConfig({ DATABASE_URL: url }).databaseUrl ?? '').length, 3)
})

test('the guide names every file', () => {
  const files = readdirSync(folder).filter((file) => file !== 'README.md')
  const guide = read('README.md')
  assert.deepEqual(
    files.filter((file) => !guide.includes(`(${file})`)),
    [],
  )
})
