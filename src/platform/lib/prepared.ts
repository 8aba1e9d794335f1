const waiting: (() => unknown)[] = []

/**
 * Returns a function whose result is created by the first call. It is for what takes long to create and is not
 * needed to start: the service creates it soon after its start, unless a request needed it before.
 */
export function prepared<T extends object>(create: () => T): () => T {
  let result: T | undefined
  const get = () => {
    result ??= create()
    return result
  }
  waiting.push(get)
  return get
}

/** Creates what no request has needed yet, one thing at a time, with requests in between. */
export async function prepareAll(): Promise<void> {
  for (let get = waiting.shift(); get; get = waiting.shift()) {
    get()
    await new Promise(setImmediate)
  }
}
