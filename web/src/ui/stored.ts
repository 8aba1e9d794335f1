/** What could not be written, because the storage is full or forbidden: it lives as long as the page. */
const unwritten = new Map<string, string | null>()

/** Reads what this browser keeps, or null. */
export function readStored(key: string): string | null {
  const value = unwritten.get(key)
  if (value !== undefined) return value
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this browser, or nothing; it never fails. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    unwritten.delete(key)
  } catch {
    unwritten.set(key, value)
  }
}
