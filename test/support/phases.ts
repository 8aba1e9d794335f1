/** What a process that runs tests uses its processor time for, besides the tests. */
export type Phase = 'load' | 'start'

const usedMs: Record<Phase, number> = { load: 0, start: 0 }

/** Counts the processor time of this process while the work is done; nothing else may be at work in it. */
export async function inPhase<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  try {
    return await work()
  } finally {
    const { user, system } = process.cpuUsage(before)
    usedMs[phase] += (user + system) / 1000
  }
}

/** Gives what was counted since it was asked last. */
export function takePhases(): Record<Phase, number> {
  const taken = { ...usedMs }
  usedMs.load = usedMs.start = 0
  return taken
}
