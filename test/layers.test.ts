import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brokenLayers, misplacedCallers } from './support/layers.ts'
import { findCircles, importsIn, modulesOf, readSources } from './support/modules.ts'

describe('the source tree', () => {
  const sources = readSources(join(import.meta.dirname, '../src'))
  const modules = modulesOf(sources)

  test('is read', () => {
    assert.ok(modules.get('app/app.ts')?.includes('alerting/falls/falls.routes.ts'))
    assert.ok(modules.get('platform/context.ts')?.includes('platform/config.ts'))
  })

  test('imports downwards, and other features by their services and pure files', () => {
    assert.deepEqual(brokenLayers(modules), [])
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
    ['from lib to db', 'platform/lib/errors.ts', 'platform/db/database.ts', /upwards, from lib to db/],
    [
      'from db to HTTP',
      'platform/db/store.ts',
      'platform/http/schemas.ts',
      /upwards, from db to the features/,
    ],
    ['from the context to HTTP', 'platform/context.ts', 'platform/http/schemas.ts', /know no HTTP/],
    [
      'from the settings to a feature',
      'platform/config.ts',
      'accounts/auth/passwords.ts',
      /upwards, from the settings/,
    ],
    [
      'from a feature to the app',
      'alerting/falls/falls.service.ts',
      'app/app.ts',
      /upwards, from the features to the app/,
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
