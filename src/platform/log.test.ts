import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import pino from 'pino'
import pretty from 'pino-pretty'
import { readableLines } from './log.ts'

function linesOf(write: (log: pino.Logger) => void): string[] {
  let text = ''
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  write(pino({ base: null }, pretty({ ...readableLines, colorize: false, sync: true, destination })))
  return text.trimEnd().split('\n')
}

const request = { reqId: 'a1', method: 'GET', path: '/api/me', status: 401, ms: 2.5, ip: '::1', userId: 'b2' }

test('on a terminal a request is one line', () => {
  const [line = '', ...others] = linesOf((log) => log.info(request, 'request'))
  assert.match(line, /^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/me 401 2\.5 ms a1$/)
  assert.deepEqual(others, [])
})

test('on a terminal other entries keep their fields, on one line', () => {
  assert.match(
    linesOf((log) => log.warn({ reqId: 'a1', job: 'retention' }, 'job failed')).join('\n'),
    /WARN: job failed a1 \{"job":"retention"\}$/,
  )
})
