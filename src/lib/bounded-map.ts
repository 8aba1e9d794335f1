/** BoundedMap keeps the most recently used entries, at most `max` of them. */
export function createBoundedMap<Key, Value>(max: number) {
  const entries = new Map<Key, Value>()
  return {
    get size() {
      return entries.size
    },
    get(key: Key): Value | undefined {
      const value = entries.get(key)
      if (value === undefined) return undefined
      // A Map iterates in order of insertion, so putting an entry back makes it the youngest.
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key: Key, value: Value): void {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > max) entries.delete(entries.keys().next().value as Key)
    },
    delete(key: Key): boolean {
      return entries.delete(key)
    },
    deleteWhere(matches: (value: Value) => boolean): void {
      for (const [key, value] of entries) if (matches(value)) entries.delete(key)
    },
    clear(): void {
      entries.clear()
    },
  }
}
