import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHostProblem, listDatabaseUrls } from './database-hosts.ts'

test('each of several hosts gets a URL with everything else', () => {
  const cases: [string, string[]][] = [
    [
      'postgres://u:p%40s@a:5432,b,[::1]:5433/care?target_session_attrs=read-write&sslmode=require',
      ['a:5432', 'b', '[::1]:5433'].map(
        (host) => `postgres://u:p%40s@${host}/care?target_session_attrs=read-write&sslmode=require`,
      ),
    ],
    ['postgresql://a,b', ['postgresql://a', 'postgresql://b']],
    [
      'postgres://u@%2Frun%2Fone:5433,%2Frun%2Ftwo/care',
      ['postgres://u@%2Frun%2Fone:5433/care', 'postgres://u@%2Frun%2Ftwo/care'],
    ],
  ]
  for (const [url, expected] of cases) assert.deepEqual(listDatabaseUrls(url), expected)
})

test('a URL with one host is left as it is', () => {
  for (const url of [
    'postgres://u:a,b@db/care',
    'postgres://db/care?options=-c%20a=1,2',
    'postgres:///care?host=/run/postgresql',
    'postgres://localhost',
  ]) {
    assert.deepEqual(listDatabaseUrls(url), [url])
    assert.equal(findHostProblem(url), undefined)
  }
})

test('says what is wrong with several hosts', () => {
  const cases: [string, RegExp | undefined][] = [
    ['postgres://u:p@a:5432,b:5432/care', undefined],
    ['postgres://u:p@a:1,a:2/care?target_session_attrs=primary', undefined],
    ['postgres://u:p@a,a/care', /each host once/],
    ['postgres://u:p@a,,b/care', /several hosts in front of/],
    ['postgres://u:p@a:x,b/care', /several hosts in front of/],
    ['postgres:///care?host=a,b', /several hosts in front of/],
    ['postgres://u:p@a,b/care?target_session_attrs=any', /because the service writes/],
    ['postgres://a/care?target_session_attrs=standby', /because the service writes/],
  ]
  for (const [url, expected] of cases) {
    const problem = findHostProblem(url)
    if (!expected) assert.equal(problem, undefined)
    else assert.match(problem ?? '', expected)
  }
})
