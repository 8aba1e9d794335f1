import { setImmediate } from 'node:timers/promises'

/** Lets other requests, such as falls, be handled after every few of many items. */
export async function forEachInTurns<T>(
  items: readonly T[],
  itemsAtOnce: number,
  handle: (item: T) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % itemsAtOnce === 0) await setImmediate()
    handle(item)
  }
}

/** `map` that lets other requests be handled meanwhile. */
export async function mapInTurns<T, U>(
  items: readonly T[],
  itemsAtOnce: number,
  convert: (item: T) => U,
): Promise<U[]> {
  const converted: U[] = []
  await forEachInTurns(items, itemsAtOnce, (item) => void converted.push(convert(item)))
  return converted
}
