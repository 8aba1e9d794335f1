import { parseArgs } from 'node:util'
import type { Mode } from './replay.ts'

export interface Options {
  data: string
  modes: Mode[]
  seed: number
  out: string
  shipped: boolean
}

/** readOptions reads the command line of training and evaluation; anything amiss ends the program with a line. */
export function readOptions(usage: string): Options {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        mode: { type: 'string' },
        seed: { type: 'string', default: '1' },
        out: { type: 'string', default: 'docs' },
        shipped: { type: 'boolean', default: false },
      },
    })
    const { data, mode, seed, out, shipped } = values
    if (!data) throw new Error('--data is required: the folder with the recordings')
    if (mode !== undefined && mode !== 'samples' && mode !== 'bare') {
      throw new Error('--mode must be samples or bare')
    }
    if (!/^\d{1,9}$/.test(seed)) throw new Error('--seed must be a whole number')
    return { data, modes: mode ? [mode] : ['samples', 'bare'], seed: Number(seed), out, shipped }
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${usage}`)
    process.exit(1)
  }
}
