import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brokenLayers, misplacedCallers, mutualFeatures, tableWriters } from '../support/layers.ts'
import { findCircles, importsIn, modulesOf, readSources } from '../support/modules.ts'

/** Tables that two features write, and why. */
const writtenByTwo = {
  // Alerts are made for incidents, and answered by themselves.
  alerts: ['alerting/alerts', 'alerting/recipients'],
  // The state of a device has what it sent last, and what somebody set.
  device_states: ['telemetry/devices', 'telemetry/ingest'],
  // Every feature appends events; the streams delete old ones.
  events: ['app/live', 'platform/events'],
  // An answer to an incident answers its falls.
  falls: ['alerting/falls', 'alerting/recipients'],
  // Messages that nobody receives make the next step of an incident due.
  incidents: ['alerting/incidents', 'alerting/notifications'],
  installation: ['alerting/incidents', 'alerting/notifications', 'platform/db'],
  // Packing replaces what was ingested.
  readings: ['telemetry/ingest', 'telemetry/packing'],
}

describe('the source tree', () => {
  const sources = readSources(join(import.meta.dirname, '../../src'))
  const modules = modulesOf(sources)

  test('is read', () => {
    assert.ok(modules.get('app/app.ts')?.includes('alerting/falls/falls.routes.ts'))
    assert.ok(modules.get('platform/context.ts')?.includes('platform/config.ts'))
  })

  test('imports downwards, and other features by their services and pure files', () => {
    assert.deepEqual(brokenLayers(modules), [])
  })

  test('has no two features that import each other', () => {
    assert.deepEqual(mutualFeatures(modules), [])
  })

  test('writes each table in one feature', () => {
    const shared = [...tableWriters(sources)].filter(([, features]) => features.length > 1)
    assert.deepEqual(Object.fromEntries(shared), writtenByTwo)
  })

  test('has no circles of imports', () => {
    assert.deepEqual(
      findCircles(modules).map((circle) => circle.join(' → ')),
      [],
    )
  })

  test('passes the caller after the context and the transaction, before all else', () => {
    const misplaced = [...sources].flatMap(([file, source]) =>
      misplacedCallers(source).map((parameters) => `src/${file}: (${parameters}, …)`),
    )
    assert.deepEqual(misplaced, [])
  })
})

describe('an import', () => {
  const cases: [title: string, source: string, imports: string[]][] = [
    ['of names', "import { a, type B } from './a.ts'", ['./a.ts']],
    ['of types', "import type { A } from '../a/b.ts'", ['../a/b.ts']],
    ['over several lines', "import {\n  a,\n  b,\n} from './a.ts'\nconst c = 1", ['./a.ts']],
    ['of everything', "import * as store from './a.store.ts'", ['./a.store.ts']],
    [
      'that is passed on',
      "export { a } from './a.ts'\nexport type { B } from './b.ts'",
      ['./a.ts', './b.ts'],
    ],
    ['for its effect', "import './a.ts'", ['./a.ts']],
    ['at run time', "const { a } = await import('./a.ts')", ['./a.ts']],
    ['of a package', "import { z } from 'zod'\nimport { join } from 'node:path'", []],
    ['after one of a package', "import pg from 'pg'\nimport { a } from './a.ts'", ['./a.ts']],
    ['in a text', 'const text = "it came from \'./a.ts\'"', []],
  ]
  for (const [title, source, imports] of cases) {
    test(`${title} is ${imports.length > 0 ? 'found' : 'left out'}`, () => {
      assert.deepEqual(importsIn(source), imports)
    })
  }
})

describe('a violation is reported', () => {
  const cases: [title: string, file: string, imported: string, reason: RegExp][] = [
    ['from lib to db', 'platform/lib/errors.ts', 'platform/db/database.ts', /upwards, from lib/],
    ['from db to HTTP', 'platform/db/store.ts', 'platform/http/schemas.ts', /upwards, from db/],
    ['from the context to HTTP', 'platform/context.ts', 'platform/http/schemas.ts', /know no HTTP/],
    ['from the settings to the log', 'platform/config.ts', 'platform/log.ts', /upwards, from the settings/],
    ['out of the platform', 'platform/config.ts', 'accounts/auth/passwords.ts', /from platform to accounts/],
    ['outside of the groups', 'other.ts', 'platform/log.ts', /in no group/],
    [
      'from a feature to the app',
      'alerting/falls/falls.service.ts',
      'app/app.ts',
      /upwards, from alerting to app/,
    ],
    ["to another feature's store", 'app/jobs/tasks.ts', 'accounts/auth/sessions.store.ts', /its own feature/],
    ['from a service to HTTP', 'alerting/falls/falls.service.ts', 'platform/http/access.ts', /know no HTTP/],
    [
      'from routes to a store',
      'alerting/falls/falls.routes.ts',
      'alerting/falls/falls.store.ts',
      /routes call services/,
    ],
  ]
  for (const [title, file, imported, reason] of cases) {
    test(title, () => {
      const [problem = '', ...others] = brokenLayers(new Map([[file, [imported]]]))
      assert.deepEqual(others, [])
      assert.ok(problem.startsWith(`src/${file} imports src/${imported}: `))
      assert.match(problem, reason)
    })
  }

  test('but not what is allowed', () => {
    const allowed = new Map([
      [
        'alerting/falls/falls.service.ts',
        [
          'alerting/falls/falls.store.ts',
          'alerting/alerts/alerting.ts',
          'platform/lib/errors.ts',
          'platform/context.ts',
        ],
      ],
      ['alerting/falls/falls.routes.ts', ['alerting/falls/falls.service.ts', 'platform/http/access.ts']],
      ['app/main.ts', ['app/app.ts', 'platform/db/store.ts', 'platform/log.ts']],
    ])
    assert.deepEqual(brokenLayers(allowed), [])
  })

  test('two features that import each other', () => {
    const of = (...imports: [string, string[]][]) => mutualFeatures(new Map(imports))
    assert.deepEqual(of(['a/b/c.ts', ['a/d/e.ts']], ['a/d/f.ts', ['a/b/g.ts']]), ['a/b and a/d'])
    assert.deepEqual(of(['a/b/c.ts', ['a/b/d.ts', 'a/e/f.ts']], ['a/b/d.ts', ['a/b/c.ts']]), [])
  })

  test('a table that is written in two features', () => {
    const sources = new Map([
      ['a/b/c.ts', '`insert into falls (id) values ($1)`'],
      ['a/d/e.ts', '`update falls as f set id = $1`; "select from falls for update"'],
      ['a/f/g.ts', "'delete from users'"],
    ])
    assert.deepEqual(Object.fromEntries(tableWriters(sources)), { falls: ['a/b', 'a/d'], users: ['a/f'] })
  })

  test('a circle of two files, of three, and of one', () => {
    const circles = (...imports: [string, string[]][]) => findCircles(new Map(imports))
    assert.deepEqual(circles(['a', ['b']], ['b', ['a']]), [['a', 'b', 'a']])
    assert.deepEqual(circles(['x', ['a']], ['a', ['b']], ['b', ['c']], ['c', ['a']]), [['a', 'b', 'c', 'a']])
    assert.deepEqual(circles(['a', ['a']]), [['a', 'a']])
    assert.deepEqual(circles(['a', ['b', 'c']], ['b', ['c']], ['c', []]), [])
  })

  test('a circle of type imports', () => {
    const sources = new Map([
      ['a/a.ts', "import { b } from '../b.ts'"],
      ['b.ts', "import type { A } from './a/a.ts'"],
    ])
    assert.deepEqual(findCircles(modulesOf(sources)), [['a/a.ts', 'b.ts', 'a/a.ts']])
  })

  test('a caller that comes too late', () => {
    const of = (parameters: string) => misplacedCallers(`function f(${parameters}): Promise<void> {}`)
    for (const fine of [
      'caller: Caller',
      '{ actor }: Caller, id: string',
      'ctx: Context, caller: AnyCaller, sessions: Sessions',
      'ctx: Context, tx: Db, caller: Caller, change: (tx: Db) => void',
      '\n  ctx: Context,\n  caller: Caller,\n  id: string,\n',
    ]) {
      assert.deepEqual(of(fine), [], fine)
    }
    for (const late of ['ctx: Context, id: string, caller: Caller', 'id: string, { actor }: Caller']) {
      assert.equal(of(late).length, 1, late)
    }
  })
})
