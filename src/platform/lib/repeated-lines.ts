import type { LogFn, LoggerOptions } from 'pino'

/** A field that is not written: what makes lines with one message the same, and how many are written. */
export const likeness = Symbol('likeness')

export interface Likeness {
  text: string
  /** How many of them are written in a minute; ten unless given. */
  lines?: number
}

const intervalMs = 60_000
/** The causes of a failure are seen in a few lines; a stack takes more than a kilobyte each time. */
const usualLines = 10
/** More kinds than these begin a new interval, so that a caller who makes up new ones takes no memory. */
const maxKinds = 10_000
/** Whoever asks for debug and trace lines wants all of them. */
const minLevel = 30

interface Kind {
  /** How many may still be written. */
  left: number
  repeated: number
  /** Writes a line of the level of the others. */
  write: (fields: object, message: string) => void
  about: { line: string | undefined; code: unknown; like: string | undefined }
}

type Hook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/**
 * A hook of the log that writes the first lines of a kind in each minute, and then one with the number of
 * the others: a hostile caller who causes one failure after the other must not fill the disk. Lines are of one kind by
 * their level, message, code and likeness.
 */
export function countRepeats(nowMs: () => number = () => performance.now()): {
  logMethod: Hook
  /** Writes the numbers, and begins a new interval. */
  flush(): void
} {
  const kinds = new Map<string, Kind>()
  let endsAtMs = 0
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    process.off('exit', flush)
    const repeatedKinds = [...kinds.values()].filter(({ repeated }) => repeated > 0)
    kinds.clear()
    endsAtMs = nowMs() + intervalMs
    for (const { write, repeated, about } of repeatedKinds)
      write({ repeated, ...about }, 'a line was repeated')
  }

  /** The number is written even if no further line comes, or if the process ends. */
  function flushLater(): void {
    if (timer) return
    timer = setTimeout(flush, Math.max(0, endsAtMs - nowMs())).unref()
    // Before the log itself writes what it still holds.
    process.prependListener('exit', flush)
  }

  return {
    flush,
    logMethod(args, method, level) {
      if (level < minLevel) return method.apply(this, args)
      if (nowMs() >= endsAtMs || kinds.size >= maxKinds) flush()
      const { lines, ...about } = describe(args)
      const key = [level, about.line, about.code, about.like].join('\n')
      const known = kinds.get(key)
      const kind = known ?? {
        left: lines,
        repeated: 0,
        write: (fields, message) => (method as LogFn).call(this, fields, message),
        about,
      }
      if (!known) kinds.set(key, kind)
      if (kind.left > 0) {
        kind.left--
        return method.apply(this, args)
      }
      kind.repeated++
      flushLater()
    },
  }
}

interface Fields {
  err?: unknown
  code?: unknown
  job?: unknown
  [likeness]?: Likeness
}

function describe([first, second]: unknown[]): Kind['about'] & { lines: number } {
  const fields: Fields = typeof first === 'object' && first !== null ? first : {}
  const error = (first instanceof Error ? first : fields.err) as
    | { code?: unknown; name?: unknown }
    | undefined
  const message = [first, second].find((part) => typeof part === 'string')
  return {
    line: message,
    code: fields.code ?? fields.job ?? error?.code ?? error?.name,
    like: fields[likeness]?.text,
    lines: fields[likeness]?.lines ?? usualLines,
  }
}
