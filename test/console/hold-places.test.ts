import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdPlaces } from '../../web/src/ui/hold-places.ts'

interface Item {
  id: string
  state?: string
}

const groupsOf = (open: string, handled = '') => ({
  open: [...open].map((id): Item => ({ id })),
  handled: [...handled].map((id): Item => ({ id })),
})
const idsOf = (groups: Record<'open' | 'handled', readonly Item[]>) =>
  [groups.open, groups.handled].map((items) => items.map(({ id }) => id).join(''))
const whenGone = (item: Item): Item => ({ ...item, state: 'gone' })
const nothing: ReadonlySet<string> = new Set()

test('a list that somebody touches keeps its places: new items come last, and those that have gone are marked', () => {
  const shown = groupsOf('abc', 'x')
  const held = holdPlaces(shown, groupsOf('dca', 'bx'), { isTouched: true, pinned: nothing, whenGone })
  assert.deepEqual(idsOf(held), ['abcd', 'x'])
  const gone = holdPlaces(held, groupsOf('dc', 'x'), { isTouched: true, pinned: nothing, whenGone })
  assert.deepEqual(idsOf(gone), ['abcd', 'x'])
  assert.deepEqual(
    gone.open.filter(({ state }) => state).map(({ id, state }) => [id, state]),
    [
      ['a', 'gone'],
      ['b', 'gone'],
    ],
  )
  const free = holdPlaces(gone, groupsOf('dc', 'x'), { isTouched: false, pinned: nothing, whenGone })
  assert.deepEqual(idsOf(free), ['dc', 'x'])
})

test('what was just answered stays where it is, among others in their order, until it ends', () => {
  const pinned = new Set(['b'])
  const holding = { isTouched: false, pinned, whenGone }
  const held = holdPlaces(groupsOf('abc'), groupsOf('dac', 'b'), holding)
  assert.deepEqual(idsOf(held), ['dbac', ''])
  assert.deepEqual(idsOf(holdPlaces(held, groupsOf('c'), holding)), ['c', ''])
  assert.deepEqual(idsOf(holdPlaces(groupsOf('ab'), groupsOf('', 'b'), holding)), ['b', ''])
})
