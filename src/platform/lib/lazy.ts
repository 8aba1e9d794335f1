/** Creates a value when it is first asked for. A failure is not remembered: the next call tries again. */
export interface Lazy<T> {
  get(): Promise<T>
  /** The value, if it has been created; undefined otherwise. */
  current(): T | undefined
}

export function createLazy<T>(create: () => Promise<T>): Lazy<T> {
  let pending: Promise<T> | undefined
  let value: T | undefined
  return {
    async get() {
      pending ??= create()
      try {
        value = await pending
        return value
      } catch (error) {
        pending = undefined
        throw error
      }
    },
    current: () => value,
  }
}
