import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** Recorded motion: a trial of a fall or of an activity, or hours of daily life. */
export interface Recording {
  id: string
  dataset: string
  subject: string
  activity: string
  kind: 'fall' | 'trial' | 'life' | 'sport'
  site: string
  hz: number
  /** Three numbers for each sample, in m/s². */
  accel: Float32Array
  /** Three numbers for each sample, in °/s, of a device with a gyroscope. */
  gyro: Float32Array | undefined
  /** The length of the recording, and how much of it the device was worn. */
  seconds: number
  wornSeconds: number
}

/** Yields the recordings of every gzipped NDJSON file in a folder, in the order of the file names. */
export async function* readRecordings(folder: string): AsyncGenerator<Recording> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson.gz'))
  if (files.length === 0) throw new Error(`No *.ndjson.gz with recordings in ${folder}`)
  for (const file of files.sort()) {
    const lines = createInterface({ input: createReadStream(join(folder, file)).pipe(createGunzip()) })
    for await (const line of lines) if (line.trim()) yield toRecording(JSON.parse(line))
  }
}

interface Line {
  id: string
  dataset: string
  subject: string
  activity: string
  fall: boolean
  kind?: Recording['kind']
  site: string
  hz: number
  worn?: number
  gyro?: boolean
  ax: number[]
  ay: number[]
  az: number[]
  gx?: number[]
  gy?: number[]
  gz?: number[]
}

function toRecording(line: Line): Recording {
  const { id, dataset, subject, activity, site, hz, ax, ay, az, gx, gy, gz } = line
  const seconds = ax.length / hz
  return {
    ...{ id, dataset, subject: String(subject), activity, site, hz, seconds },
    kind: line.kind ?? (line.fall ? 'fall' : 'trial'),
    accel: interleaved([ax, ay, az], 0.01),
    gyro: gx && gy && gz && line.gyro !== false ? interleaved([gx, gy, gz], 0.1) : undefined,
    wornSeconds: line.worn ?? seconds,
  }
}

function interleaved(axes: [number[], number[], number[]], unit: number): Float32Array {
  const [x, y, z] = axes
  const values = new Float32Array(x.length * 3)
  for (let i = 0; i < x.length; i++) {
    values[i * 3] = (x[i] as number) * unit
    values[i * 3 + 1] = (y[i] as number) * unit
    values[i * 3 + 2] = (z[i] as number) * unit
  }
  return values
}
