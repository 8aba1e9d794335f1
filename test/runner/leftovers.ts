import { mock } from 'node:test'

/** What tests replace when they stop the clock. */
const clockParts = () => ({ Date, 'Date.now': Date.now, setTimeout, setInterval, setImmediate })

/**
 * Remembers what all files of a process share. The function that it gives names what a file has left
 * different, and puts it back.
 */
export function watchLeftovers(): () => string[] {
  const env = { ...process.env }
  const cwd = process.cwd()
  const clock = clockParts()
  return () => {
    const found: string[] = []
    for (const name of new Set([...Object.keys(env), ...Object.keys(process.env)])) {
      if (env[name] === process.env[name]) continue
      found.push(`the environment variable ${name} is not as it was`)
      if (env[name] === undefined) delete process.env[name]
      else process.env[name] = env[name]
    }
    if (process.cwd() !== cwd) {
      found.push(`the current folder is ${process.cwd()} instead of ${cwd}`)
      process.chdir(cwd)
    }
    const clockNow = clockParts()
    const mocked = (Object.keys(clock) as (keyof typeof clock)[]).filter(
      (name) => clock[name] !== clockNow[name],
    )
    if (mocked.length > 0) found.push(`the clock is a mock (${mocked.join(', ')})`)
    mock.reset()
    return found
  }
}
