import { spawnSync } from 'node:child_process'

/** Servers such as nginx lie where only root looks for programs. */
export const programPath = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`

const isThere = (program: string) =>
  spawnSync(program, [program === 'nginx' ? '-v' : '--version'], { env: { PATH: programPath } }).error ===
  undefined

/**
 * needsPrograms gives the options of tests that use programs of the machine: skipped, with the reason, where one is
 * missing. In CI (CI=true) that is an error, because a test that nobody runs shows nothing.
 */
export function needsPrograms(...programs: string[]): { skip?: string } {
  const missing = programs.filter((program) => !isThere(program))
  if (missing.length === 0) return {}
  const reason = `there is no ${missing.join(' and no ')} on this machine`
  if (process.env.CI === 'true') throw new Error(`${reason}, and CI must not skip these tests`)
  return { skip: reason }
}
