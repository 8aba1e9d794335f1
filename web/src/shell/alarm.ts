/** Alarm is a sound that repeats until it is stopped, made by the browser itself so that it needs no file. */
import { type AlarmPattern, type AlarmSound, alarmPatterns } from './alarm-patterns.ts'

let audio: AudioContext | undefined
/** Ends the alarm that was started last. */
let ending: AbortController | undefined
/** The alarm that sounds here, or waits for its turn. */
let begun: AbortSignal | undefined
let isBlocked = false
const listeners = new Set<() => void>()

/** Whether the browser refused to sound when it was last asked. */
export const isSoundBlocked = () => isBlocked

export function onSoundBlocked(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function play(context: AudioContext, { tones }: AlarmPattern): void {
  for (const { atSeconds, hertz, seconds, gain: loudness } of tones) {
    const start = context.currentTime + atSeconds
    const oscillator = new OscillatorNode(context, { frequency: hertz })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(loudness, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + seconds)
  }
}

/** Must be called in the handler of a touch; browsers block sound otherwise. It is false if blocked. */
export async function allowSound(): Promise<boolean> {
  audio ??= new AudioContext()
  // A browser that blocks sound never settles the promise.
  await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, 500))])
  const isAllowed = audio.state === 'running'
  if (isBlocked === isAllowed) {
    isBlocked = !isAllowed
    for (const listener of listeners) listener()
  }
  return isAllowed
}

export async function testSound(sound: AlarmSound = 'fall'): Promise<boolean> {
  const isAllowed = await allowSound()
  if (isAllowed && audio) play(audio, alarmPatterns[sound])
  return isAllowed
}

/** False if the browser blocks the sound. Started again, it goes on. */
export async function startAlarm(sound: AlarmSound = 'fall'): Promise<boolean> {
  ending ??= new AbortController()
  const { signal } = ending
  if (!(await allowSound())) return false
  if (begun === signal || signal.aborted) return true
  begun = signal
  const repeat = () => repeatUntil(signal, alarmPatterns[sound])
  const sounding = navigator.locks ? navigator.locks.request('fallwatch-alarm', { signal }, repeat) : repeat()
  // One that waits for its turn fails when it is stopped.
  sounding.catch(() => {})
  return true
}

/** Called in one tab of a browser at a time, of those that are allowed to sound. */
async function repeatUntil(signal: AbortSignal, pattern: AlarmPattern): Promise<void> {
  if (signal.aborted || !audio) return
  const repeating = setInterval(play, pattern.everySeconds * 1000, audio, pattern)
  play(audio, pattern)
  // A browser that was not touched yet refuses, and writes an error.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...pattern.vibrationMs])
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  clearInterval(repeating)
}

let holders = 0

/**
 * Sounds an alarm until all who hold it have let it go. From one screen to the next, the new one may begin before
 * the old one has ended, which must not end the alarm of both.
 */
export function holdAlarm(sound: AlarmSound): () => void {
  holders++
  void startAlarm(sound)
  return () => {
    holders--
    if (holders === 0) stopAlarm()
  }
}

export function stopAlarm(): void {
  ending?.abort()
  ending = undefined
}
