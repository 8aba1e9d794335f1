import { byUrgency, type Incident, isAboutPerson, isNotice } from '../incident/incident.ts'

/** One tone of a pattern: when it begins, how high it is, how long and how loud. */
export interface Tone {
  atSeconds: number
  hertz: number
  seconds: number
  gain: number
}

/** What is heard, and felt, again and again. */
export interface AlarmPattern {
  tones: readonly Tone[]
  everySeconds: number
  vibrationMs: readonly number[]
}

export const alarmSounds = ['help', 'fall', 'vitals', 'device'] as const
export type AlarmSound = (typeof alarmSounds)[number]

/** Plays tones of the same length one after the other; 0 is a pause. */
const tonesOf = (hertz: readonly number[], seconds: number, gain = 0.3): Tone[] =>
  hertz.flatMap((each, i) => (each === 0 ? [] : [{ atSeconds: i * seconds, hertz: each, seconds, gain }]))

/**
 * The patterns differ in rhythm and direction, not only in pitch, so that people who hear badly tell them apart: a call
 * rises twice, a fall goes down, vital signs beat like a heart, a device gives one soft pair.
 */
export const alarmPatterns: Record<AlarmSound, AlarmPattern> = {
  help: {
    tones: tonesOf([660, 880, 1175, 0, 660, 880, 1175], 0.14),
    everySeconds: 2,
    vibrationMs: [150, 100, 150, 100, 400],
  },
  fall: { tones: tonesOf([880, 660], 0.25), everySeconds: 2, vibrationMs: [400, 200, 400] },
  vitals: {
    tones: tonesOf([740, 740, 0, 0, 740, 740], 0.12),
    everySeconds: 2,
    vibrationMs: [150, 100, 150, 300, 150],
  },
  device: { tones: tonesOf([440, 0, 440], 0.18, 0.15), everySeconds: 30, vibrationMs: [200] },
}

const soundByKind: Record<Incident['kind'], AlarmSound> = {
  SOS: 'help',
  FALL: 'fall',
  VITALS: 'vitals',
  DEVICE_SILENT: 'device',
  LOW_BATTERY: 'device',
  BED_EXIT: 'vitals',
  WANDERING: 'vitals',
  INACTIVITY: 'vitals',
  STAFF_ASSIST: 'help',
  DEVICE_FAULT: 'device',
}

/** True for what nobody has answered and must not wait; a notice makes no sound. */
export const isHeard = (incident: Incident) => incident.state === 'OPEN' && !isNotice(incident)

/** The sound of several alarms: that of the most urgent one, of people before devices. */
export function soundOf(incidents: readonly Incident[]): AlarmSound | undefined {
  const [first] = incidents
    .filter(isHeard)
    .toSorted((a, b) => Number(isAboutPerson(b)) - Number(isAboutPerson(a)) || byUrgency(a, b))
  return first && soundByKind[first.kind]
}
