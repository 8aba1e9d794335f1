import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImportedField, importedFields } from '../../accounts/person-fields.ts'
import { planDevice } from './import-devices.ts'
import { checkMoves } from './import-moves.ts'
import { createPlan, type Known } from './import-plan.ts'

const person = (number: number) => ({
  ...{
    id: `id-${number}`,
    email: null,
    signInName: null,
    reference: String(number),
    firstName: 'Irma',
    lastName: 'Voss',
  },
  role: 'PATIENT' as const,
  ...(Object.fromEntries(importedFields.map((name) => [name, null])) as Record<ImportedField, null>),
  ...{ site: null, ward: `W${number}`, room: null, isConfirmed: true, hasPassword: false, isNew: false },
})
const mac = (number: number) =>
  `AA:BB:CC:00:${number.toString(16).padStart(4, '0').replace(/^../, '$&:')}`.toUpperCase()
const count = 500
const numbers = Array.from({ length: count }, (_, i) => i)
const nothing: Known = { people: [], assigned: [], devices: [], keys: [], signInNames: [], teams: [] }

/** Counts how often a property is read. */
function counted<T extends object>(things: T[], name: keyof T): { things: T[]; reads: () => number } {
  let reads = 0
  const watched = things.map((thing) => {
    const value = thing[name]
    return Object.defineProperty({ ...thing }, name, {
      enumerable: true,
      get() {
        reads++
        return value
      },
    })
  })
  return { things: watched, reads: () => reads }
}

test('the devices that are known are not searched for each line', () => {
  const known = numbers.map((i) => ({
    userId: `id-${i}`,
    macAddress: mac(i),
    name: undefined,
    replaced: false,
  }))
  const { things, reads } = counted(known, 'userId')
  const plan = createPlan({ ...nothing, people: numbers.map(person), devices: things }, '2026-01-01')
  for (const i of numbers)
    planDevice(plan, {
      ...{ file: 'devices.csv', line: i + 2 },
      cells: { reference: String(i), macAddress: mac(i % 2 === 0 ? i : count + i) },
    })
  const outcomes = plan.results.map(({ action }) => action)
  assert.equal(outcomes.filter((action) => action === 'SKIP').length, count / 2)
  assert.equal(outcomes.filter((action) => action === 'CREATE').length, count / 2)
  assert.ok(reads() <= 5 * count, `${reads()} comparisons for ${count} lines`)
})

test('the teams are not searched for each patient', () => {
  const known = numbers.map((i) => ({
    ...{ id: `team-${i}`, name: `T${i}`, site: null, ward: `w${i}`, isNew: false },
    ...{ memberIds: new Set(['ana']), patientIds: new Set<string>() },
  }))
  const { things, reads } = counted(known, 'ward')
  const assigned = numbers.map((i) => ({ pair: `ana id-${i}`, byHand: false }))
  const people = numbers.map(person)
  const plan = createPlan({ ...nothing, people, assigned, teams: things }, '2026-01-01')
  for (const one of people) plan.people.set(one.id, one)
  checkMoves(plan)
  assert.deepEqual(plan.results, [])
  assert.ok(reads() <= 5 * count, `${reads()} comparisons for ${count} patients`)
})
