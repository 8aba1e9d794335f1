/** An alarm that nobody has answered by then sounds again. */
export const silenceMs = 2 * 60_000

/** Reads lines of an alarm and the time until which it is silenced; the alarms contain no line breaks. */
export function readSilenced(stored: string | null): ReadonlyMap<string, number> {
  const lines = stored?.split('\n') ?? []
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1)) || 0]
    }),
  )
}

/** Returns which of the alarms sound, and until when the others are silent. */
export function splitSilenced(
  alarms: readonly string[],
  silenced: ReadonlyMap<string, number>,
  nowMs: number,
) {
  // A clock that was set back must not make anything silent for longer.
  const untilMs = (alarm: string) => {
    const until = silenced.get(alarm) ?? 0
    return until - nowMs > silenceMs ? 0 : until
  }
  const silent = alarms.filter((alarm) => untilMs(alarm) > nowMs)
  return {
    sounding: new Set(alarms.filter((alarm) => !silent.includes(alarm))),
    silentUntilMs: silent.length > 0 ? Math.min(...silent.map(untilMs)) : null,
  }
}
