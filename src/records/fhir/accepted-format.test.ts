import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptsJson } from './accepted-format.ts'

const cases: [format: string | undefined, accept: string | undefined, isAccepted: boolean][] = [
  [undefined, undefined, true],
  [undefined, '*/*', true],
  [undefined, 'application/*', true],
  [undefined, 'application/fhir+json', true],
  [undefined, 'Application/FHIR+JSON; charset=utf-8', true],
  [undefined, 'application/json', true],
  [undefined, 'application/fhir+xml, application/fhir+json;q=0.5', true],
  [undefined, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  [undefined, 'application/fhir+json; fhirVersion=4.0', true],
  [undefined, 'application/fhir+json; fhirVersion=5.0', false],
  [undefined, 'application/fhir+json;q=0', false],
  [undefined, 'application/fhir+xml', false],
  [undefined, 'text/html', false],
  ['json', 'application/fhir+xml', true],
  ['application/json', undefined, true],
  ['application/fhir+json', undefined, true],
  ['application/fhir json', undefined, true],
  ['xml', 'application/fhir+json', false],
  ['application/fhir+xml', undefined, false],
  ['ttl', undefined, false],
  ['', undefined, false],
]
for (const [format, accept, isAccepted] of cases) {
  test(`_format ${format}, Accept ${accept}: ${isAccepted ? 'accepted' : 'not acceptable'}`, () => {
    assert.equal(acceptsJson(format, accept), isAccepted)
  })
}
