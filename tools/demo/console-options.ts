import { parseArgs } from 'node:util'

export interface ConsoleDemoOptions {
  /** Undefined for the usual one, or a free one where that is taken. */
  port: number | undefined
  /** Undefined in a quiet house. */
  fallEverySeconds: number | undefined
  seed: number
}

export const consoleUsage =
  'Usage: npm run demo -- --console [--port N] [--fall-every SECONDS] [--quiet-house] [--seed N]'

/** Throws what is wrong with the command line, in one line. */
export function readConsoleOptions(args: string[]): ConsoleDemoOptions {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { console: flag, port: text, 'fall-every': text, 'quiet-house': flag, seed: text },
  })
  if (values['quiet-house'] && values['fall-every'] !== undefined)
    throw new Error('--fall-every and --quiet-house exclude each other')
  const fallEvery = whole('fall-every', values['fall-every'] ?? '60', 1, 86_400)
  return {
    port: values.port === undefined ? undefined : whole('port', values.port, 1, 65_535),
    fallEverySeconds: values['quiet-house'] ? undefined : fallEvery,
    seed: whole('seed', values.seed ?? '1', 0, 1_000_000),
  }
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
}
