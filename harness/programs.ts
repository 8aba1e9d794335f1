import { spawnSync } from 'node:child_process'

/** Servers such as nginx lie where only root looks for programs. */
export const programPath = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`

/** The packages of Debian and Ubuntu with the programs whose name is another one. */
const packages: Record<string, string> = {
  cc: 'gcc libc6-dev',
  'arm-none-eabi-gcc': 'gcc-arm-none-eabi libnewlib-arm-none-eabi',
  mosquitto_pub: 'mosquitto-clients',
  'redis-cli': 'redis-tools',
  pg_dump: 'postgresql-client',
  ps: 'procps',
  script: 'bsdutils',
}

const known = new Map<string, boolean>()

function isThere(program: string): boolean {
  const args = [program === 'nginx' ? '-v' : '--version']
  const answer =
    known.get(program) ?? spawnSync(program, args, { env: { PATH: programPath } }).error === undefined
  known.set(program, answer)
  return answer
}

/**
 * Gives the options of tests that use programs of the machine: skipped where one is missing, with the
 * command that installs it. In CI (CI=true) that is an error, because a test that nobody runs shows nothing.
 */
export function needsPrograms(...programs: string[]): { skip?: string } {
  const missing = programs.filter((program) => !isThere(program))
  if (missing.length === 0) return {}
  const install = missing.map((program) => packages[program] ?? program).join(' ')
  const reason = `there is no ${missing.join(' and no ')} on this machine: apt install ${install}`
  if (process.env.CI === 'true') throw new Error(`CI must not skip these tests, and ${reason}`)
  return { skip: reason }
}
