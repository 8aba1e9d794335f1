import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import pino, { type Logger } from 'pino'
import { countRepeats, likeness } from './repeated-lines.ts'

let lines: Record<string, unknown>[]
let nowMs: number
let log: Logger
let flush: () => void

beforeEach(() => {
  lines = []
  nowMs = 0
  const repeats = countRepeats(() => nowMs)
  flush = repeats.flush
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const options = { base: null, timestamp: false, level: 'debug', hooks: { logMethod: repeats.logMethod } }
  log = pino(options, destination)
})

function times(count: number, work: () => void): void {
  for (let i = 0; i < count; i++) work()
}

const written = (message: string) => lines.filter(({ msg }) => msg === message).length
const counts = () => lines.filter(({ msg }) => msg === 'a line was repeated')

test('the first ten of a kind are written, the others counted', () => {
  const error = Object.assign(new Error('out of range'), { code: '22003' })
  times(500, () => log.error({ err: error }, 'a publish could not be stored'))
  assert.deepEqual([written('a publish could not be stored'), counts().length], [10, 0])
  flush()
  const line = 'a publish could not be stored'
  assert.deepEqual(counts(), [{ level: 50, repeated: 490, line, code: '22003', msg: 'a line was repeated' }])
  flush()
  assert.equal(counts().length, 1, 'nothing is counted twice')
})

test('after a minute the count is written, and the next ten', () => {
  times(12, () => log.warn('the database does not respond'))
  nowMs = 59_999
  times(3, () => log.warn('the database does not respond'))
  assert.deepEqual([written('the database does not respond'), counts().length], [10, 0])
  nowMs = 60_000
  times(12, () => log.warn('the database does not respond'))
  assert.deepEqual(
    [written('the database does not respond'), counts().map(({ repeated }) => repeated)],
    [20, [5]],
  )
})

describe('lines that are not alike are all written', () => {
  const cases: [string, (i: number) => void][] = [
    ['by their message', (i) => log.warn(`message ${i}`)],
    [
      'by the code of their error',
      (i) => log.warn({ err: Object.assign(new Error(), { code: i }) }, 'failed'),
    ],
    ['by their job', (i) => log.info({ job: `job-${i}` }, 'job finished')],
    ['by their likeness', (i) => log.info({ [likeness]: { text: `GET /api/${i} 200` } }, 'request')],
    ['by their level', (i) => log[i % 2 ? 'warn' : 'error']('failed')],
    ['if somebody asks for all of them', () => log.debug('request')],
  ]
  for (const [title, write] of cases) {
    test(title, () => {
      times(20, () => write(lines.length))
      assert.deepEqual([lines.length, counts().length], [20, 0])
    })
  }
})

test('what is alike is not part of the line, and more of it can be written', () => {
  times(30, () => log.info({ status: 200, [likeness]: { text: 'GET /api/me 200', lines: 25 } }, 'request'))
  assert.deepEqual(lines.at(0), { level: 30, status: 200, msg: 'request' })
  flush()
  assert.deepEqual([written('request'), counts().at(0)?.like], [25, 'GET /api/me 200'])
})

test('children of the log are counted with it', () => {
  times(20, () => log.child({ reqId: 'a1' }).warn('failed'))
  assert.equal(written('failed'), 10)
  flush()
  assert.equal(counts().at(0)?.repeated, 10)
})

test('made-up kinds begin a new interval instead of taking memory', () => {
  times(11, () => log.warn('failed'))
  times(10_000, () => log.warn(`message ${lines.length}`))
  assert.deepEqual(
    counts().map(({ repeated }) => repeated),
    [1],
  )
})
