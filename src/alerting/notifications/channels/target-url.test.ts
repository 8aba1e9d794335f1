import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findTargetProblem } from './target-url.ts'

const notUrl = 'must be a URL'
const notHttps = 'must begin with https://'
const credentials = 'must not contain a user name or password'
const privateAddress = 'must not be an address in a private network'

describe('the URL of a target', () => {
  const cases: [url: string, problem: string | undefined][] = [
    ['https://hooks.example.org/fallwatch?key=1', undefined],
    ['https://hooks.example.org:8443/', undefined],
    ['https://1.1.1.1/', undefined],
    ['https://[2606:4700:4700::1111]/', undefined],
    ['https://localhost.example.org/', undefined],
    ['', notUrl],
    ['hooks.example.org', notUrl],
    ['https://', notUrl],
    ['https://1.2.3.4.5/', notUrl],
    ['https://[fe80::1%25eth0]/', notUrl],
    ['http://hooks.example.org/', notHttps],
    ['ftp://hooks.example.org/', notHttps],
    ['file:///etc/passwd', notHttps],
    ['javascript:alert(1)', notHttps],
    ['https://rosa@hooks.example.org/', credentials],
    ['https://rosa:secret@hooks.example.org/', credentials],
    ['https://:secret@hooks.example.org/', credentials],
    ['https://127.0.0.1/', privateAddress],
    ['https://2130706433/', privateAddress],
    ['https://0x7f.1/', privateAddress],
    ['https://0177.0.0.1/', privateAddress],
    ['https://127.1/', privateAddress],
    ['https://127.0.0.1./', privateAddress],
    ['https://127%2e0.0.1/', privateAddress],
    ['https://１２７.0.0.1/', privateAddress],
    ['https://[::1]/', privateAddress],
    ['https://[::ffff:127.0.0.1]/', privateAddress],
    ['https://[::127.0.0.1]/', privateAddress],
    ['https://[64:ff9b::10.0.0.1]/', privateAddress],
    ['https://10.0.0.1:8443/', privateAddress],
    ['https://169.254.169.254/latest/meta-data', privateAddress],
    ['https://localhost/', privateAddress],
    ['https://LOCALHOST./', privateAddress],
    ['https://a.localhost/', privateAddress],
  ]
  for (const [url, problem] of cases) {
    test(`${url || 'nothing'} ${problem ?? 'is accepted'}`, () => {
      assert.equal(findTargetProblem(url, { allowPrivateTargets: false }), problem)
    })
  }
})

describe('the URL of a target, where private ones are allowed', () => {
  const cases: [url: string, problem: string | undefined][] = [
    ['http://127.0.0.1:8080/', undefined],
    ['http://ntfy/alerts', undefined],
    ['https://[::1]/', undefined],
    ['ftp://127.0.0.1/', 'must begin with https:// or http://'],
    ['http://rosa@127.0.0.1/', credentials],
  ]
  for (const [url, problem] of cases) {
    test(`${url} ${problem ?? 'is accepted'}`, () => {
      assert.equal(findTargetProblem(url, { allowPrivateTargets: true }), problem)
    })
  }
})
