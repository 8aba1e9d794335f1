import { createHash } from 'node:crypto'
import type { DeviceKind } from '../devices/device.ts'
import type { Sensor } from './binary-report.ts'

/** Nobody names a device as long as that: to take apart a message that is one word took 60 ms. */
const maxReadName = 200

/**
 * Returns the id of a device that has only a name, such as `zigbee2mqtt:bathroom_cord-1f0c9a27`. Ids are compared
 * without case and separators, by which `room 1/12` and `room 11/2` would be one device; the end, taken from the whole
 * name, keeps them apart.
 */
export function namedId(adapter: string, name: string): string {
  const readable = name
    .slice(0, maxReadName)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^0-9A-Za-z]+/g, '_')
    .slice(0, 40)
  const hash = createHash('sha256').update(`${adapter}\0${name}`).digest('hex').slice(0, 8)
  return `${adapter}:${readable}-${hash}`
}

interface Clue {
  kind: DeviceKind
  sensor: Sensor
  words: readonly string[]
}

/** From the clearest to the vaguest: an input `bed_occupancy` belongs to a bed. */
const clues: readonly Clue[] = [
  {
    kind: 'BUTTON',
    sensor: 'switch',
    words: ['sos', 'panic', 'emergency', 'help', 'cord', 'button', 'notruf', 'knopf', 'taster', 'boton'],
  },
  { kind: 'RADAR', sensor: 'fall', words: ['fall', 'fallen', 'sturz', 'caida'] },
  { kind: 'BED', sensor: 'presence', words: ['bed', 'mat', 'mattress', 'bett', 'matte', 'cama'] },
  {
    kind: 'DOOR',
    sensor: 'contact',
    words: ['door', 'window', 'contact', 'opening', 'reed', 'gate', 'tur', 'fenster', 'puerta', 'ventana'],
  },
  {
    kind: 'MOTION',
    sensor: 'presence',
    words: ['motion', 'presence', 'occupancy', 'moving', 'pir', 'radar', 'bewegung', 'movimiento'],
  },
]

/**
 * Guesses by the name what an input is built into, as the makers of these gateways send nothing else; whoever assigns the
 * device sees the guess and decides.
 */
export function clueOf(name: string): Clue | undefined {
  const words = new Set(
    name
      .slice(0, maxReadName)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^a-z]+/),
  )
  return clues.find((clue) => clue.words.some((word) => words.has(word)))
}
