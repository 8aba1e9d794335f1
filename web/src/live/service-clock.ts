/** How far the clock of the service is ahead of the one of this device, which may be wrong by minutes. */
let aheadMs = 0

export const clockAheadMs = () => aheadMs

export function setClockAhead(ms: number): void {
  aheadMs = ms
}

/** serviceTime is a time of this device, the present unless given, by the clock of the service: all others come from there. */
export const serviceTime = (deviceMs = Date.now()): Date => new Date(deviceMs + aheadMs)
