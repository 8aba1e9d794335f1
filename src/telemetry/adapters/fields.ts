export type Fields = Record<string, unknown>

/** Returns an object that was sent, or undefined. */
export const objectOf = (value: unknown): Fields | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : undefined

/** Returns a member of what was sent; only its own, never one of a prototype. */
export function member(value: unknown, name: string): unknown {
  const object = objectOf(value)
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}

/** Follows names from one object to the next. */
export const at = (value: unknown, ...names: string[]): unknown => names.reduce(member, value)

/** Returns a text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Only whole numbers: some makers send volts under the same name. */
export const percentOf = (value: unknown): number | undefined =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100
    ? (value as number)
    : undefined

const zone = /(Z|[+-]\d\d:?\d\d)$/

/** Returns the time of an ISO 8601 text with its zone, or of seconds or milliseconds since 1970. */
export function timeOf(value: unknown): Date | undefined {
  const number = numberOf(value)
  if (number === undefined && !zone.test(textOf(value) ?? '')) return undefined
  // Seconds until the year 5138; a clock that was never set shows the seconds since it was switched on.
  const time = new Date(number === undefined ? (value as string) : number < 1e11 ? number * 1000 : number)
  return time.getTime() > earliestMs ? time : undefined
}

const earliestMs = Date.parse('2020-01-01T00:00:00Z')

const yes = new Set<unknown>([true, 1, '1', 'true', 'on', 'yes'])
const no = new Set<unknown>([false, 0, '0', 'false', 'off', 'no'])

/** Returns what the spellings of yes and no mean; undefined for everything else. */
export function flagOf(value: unknown): boolean | undefined {
  const plain = typeof value === 'string' ? value.toLowerCase() : value
  if (yes.has(plain)) return true
  return no.has(plain) ? false : undefined
}
