import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brokenLayers, misplacedCallers } from './support/layers.ts'
import { findCircles, importsIn, modulesOf, readSources } from './support/modules.ts'

describe('the source tree', () => {
  const sources = readSources(join(import.meta.dirname, '../src'))
  const modules = modulesOf(sources)

  test('is read', () => {
    assert.ok(modules.get('app.ts')?.includes('falls/falls.routes.ts'))
    assert.ok(modules.get('context.ts')?.includes('config.ts'))
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
    ['from lib to db', 'lib/errors.ts', 'db/database.ts', /upwards, from lib to db/],
    ['from db to HTTP', 'db/store.ts', 'http/schemas.ts', /upwards, from db to the features/],
    ['from the context to HTTP', 'context.ts', 'http/schemas.ts', /know no HTTP/],
    ['from the settings to a feature', 'config.ts', 'auth/passwords.ts', /upwards, from the settings/],
    [
      'from a feature to the app',
      'falls/falls.service.ts',
      'app.ts',
      /upwards, from the features to the app/,
    ],
    ["to another feature's store", 'jobs/tasks.ts', 'auth/sessions.store.ts', /its own feature/],
    ['from a service to HTTP', 'falls/falls.service.ts', 'http/access.ts', /know no HTTP/],
    ['from routes to a store', 'falls/falls.routes.ts', 'falls/falls.store.ts', /routes call services/],
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
        'falls/falls.service.ts',
        ['falls/falls.store.ts', 'alerts/alerting.ts', 'lib/errors.ts', 'context.ts'],
      ],
      ['falls/falls.routes.ts', ['falls/falls.service.ts', 'http/access.ts']],
      ['main.ts', ['app.ts', 'db/store.ts', 'log.ts']],
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
