import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** Recording is one trial: somebody who falls, or does something of daily life. */
export interface Recording {
  id: string
  dataset: string
  subject: string
  activity: string
  fall: boolean
  site: string
  hz: number
  /** Six numbers for each moment: m/s² and °/s. */
  motion: Float32Array
}

/** readRecordings reads every gzipped NDJSON file in a folder, in the order of their names. */
export async function readRecordings(folder: string): Promise<Recording[]> {
  const recordings: Recording[] = []
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson.gz'))
  for (const file of files.sort()) {
    const lines = createInterface({ input: createReadStream(join(folder, file)).pipe(createGunzip()) })
    for await (const line of lines) if (line.trim()) recordings.push(toRecording(JSON.parse(line)))
  }
  if (recordings.length === 0) throw new Error(`No *.ndjson.gz with recordings in ${folder}`)
  return recordings
}

interface Line extends Omit<Recording, 'motion'> {
  ax: number[]
  ay: number[]
  az: number[]
  gx: number[]
  gy: number[]
  gz: number[]
}

function toRecording({ ax, ay, az, gx, gy, gz, ...facts }: Line): Recording {
  const motion = new Float32Array(ax.length * 6)
  for (const [axis, values] of [ax, ay, az, gx, gy, gz].entries()) {
    const unit = axis < 3 ? 0.01 : 0.1
    for (let i = 0; i < ax.length; i++) motion[i * 6 + axis] = (values[i] ?? 0) * unit
  }
  return { ...facts, motion }
}
