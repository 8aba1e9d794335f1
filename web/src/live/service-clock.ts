/** How far the clock of the service is ahead of the one of this device, which may be wrong by minutes. */
let aheadMs = 0

export const clockAheadMs = () => aheadMs

export function setClockAhead(ms: number): void {
  aheadMs = ms
}

/** Takes over the time that the service has told; what is no time changes nothing. */
export function readServiceTime(time: string): void {
  const ms = Date.parse(time)
  if (!Number.isNaN(ms)) setClockAhead(ms - Date.now())
}

/** A time of this device, the present unless given, by the clock of the service: all others come from there. */
export const serviceTime = (deviceMs = Date.now()): Date => new Date(deviceMs + aheadMs)
