/** Alarm is a sound that repeats until it is stopped, made by the browser itself so that it needs no file. */

const toneSeconds = 0.25
const repeatMs = 2000
const frequencies = [880, 660]

let audio: AudioContext | undefined
/** Ends the alarm that was started last. */
let ending: AbortController | undefined
/** The alarm that sounds here, or waits for its turn. */
let begun: AbortSignal | undefined

function beep(context: AudioContext): void {
  for (const [i, frequency] of frequencies.entries()) {
    const start = context.currentTime + i * toneSeconds
    const oscillator = new OscillatorNode(context, { frequency })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(0.3, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + toneSeconds)
  }
}

/** allowSound must be called in the handler of a touch; browsers block sound otherwise. It is false if blocked. */
export async function allowSound(): Promise<boolean> {
  audio ??= new AudioContext()
  // A browser that blocks sound never settles the promise.
  await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, 500))])
  return audio.state === 'running'
}

export async function testSound(): Promise<boolean> {
  const isAllowed = await allowSound()
  if (isAllowed && audio) beep(audio)
  return isAllowed
}

/** startAlarm is false if the browser blocks the sound. Started again, it goes on. */
export async function startAlarm(): Promise<boolean> {
  ending ??= new AbortController()
  const { signal } = ending
  if (!(await allowSound())) return false
  if (begun === signal) return true
  begun = signal
  const sounding = navigator.locks
    ? navigator.locks.request('fallwatch-alarm', { signal }, () => sound(signal))
    : sound(signal)
  // One that waits for its turn fails when it is stopped.
  sounding.catch(() => {})
  return true
}

/** sound is called in one tab of a browser at a time, of those that are allowed to sound. */
async function sound(signal: AbortSignal): Promise<void> {
  if (signal.aborted || !audio) return
  const repeating = setInterval(beep, repeatMs, audio)
  beep(audio)
  // A browser that was not touched yet refuses, and writes an error.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([400, 200, 400])
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  clearInterval(repeating)
}

export function stopAlarm(): void {
  ending?.abort()
  ending = undefined
}
