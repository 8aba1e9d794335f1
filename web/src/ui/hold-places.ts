/** The parts of a list, each in its order. */
export type Groups<Name extends string, Item> = Record<Name, readonly Item[]>

export interface Holding<Item> {
  isTouched: boolean
  pinned: ReadonlySet<string>
  whenGone(item: Item): Item
}

/**
 * Returns the groups as they are, with what must not move in the place where it was shown: everything while the
 * list is touched, and else only what is pinned. What is shown of an item is always what it is now.
 */
export function holdPlaces<Name extends string, Item extends { id: string }>(
  shown: Groups<Name, Item>,
  current: Groups<Name, Item>,
  { isTouched, pinned, whenGone }: Holding<Item>,
): Groups<Name, Item> {
  const names = Object.keys(current) as Name[]
  const items = new Map(names.flatMap((name) => current[name].map((item) => [item.id, item] as const)))
  const isHeld = ({ id }: Item) => isTouched || (pinned.has(id) && items.has(id))
  const held = new Set(names.flatMap((name) => shown[name].filter(isHeld).map(({ id }) => id)))
  const place = (name: Name): Item[] => {
    const placed = current[name].filter(({ id }) => !held.has(id))
    for (const [index, item] of shown[name].entries())
      if (held.has(item.id)) placed.splice(index, 0, items.get(item.id) ?? whenGone(item))
    return placed
  }
  const result = { ...current }
  for (const name of names) result[name] = place(name)
  return result
}
