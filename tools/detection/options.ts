import { parseArgs } from 'node:util'
import type { Mode } from './replay.ts'

export interface Options {
  data: string
  modes: Mode[]
  seed: number
  out: string
  shipped: boolean
  throughHttp: boolean
  /** How many trials to play through HTTP. */
  trials: number
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
        'through-http': { type: 'boolean', default: false },
        trials: { type: 'string', default: '300' },
      },
    })
    const { data, mode, seed, out, shipped, trials, 'through-http': throughHttp } = values
    if (!data) throw new Error('--data is required: the folder with the recordings')
    if (mode !== undefined && mode !== 'samples' && mode !== 'bare') {
      throw new Error('--mode must be samples or bare')
    }
    if (!/^\d{1,9}$/.test(seed)) throw new Error('--seed must be a whole number')
    if (!/^[1-9]\d{0,3}$/.test(trials)) throw new Error('--trials must be a whole number from 1 to 9999')
    const numbers = { seed: Number(seed), trials: Number(trials) }
    return { data, modes: mode ? [mode] : ['samples', 'bare'], ...numbers, out, shipped, throughHttp }
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${usage}`)
    process.exit(1)
  }
}
