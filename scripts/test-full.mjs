// Runs the tests with everything that only repeats them: more cases on this Node and the embedded PostgreSQL, then the
// usual ones once more on another Node and on the machine's own PostgreSQL, and those that concern the tables that grow on
// a Citus cluster. Plain JavaScript, like run.mjs.
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'

/** The oldest Node that works, and the recommended one. The npm registry has both as a package. */
const [oldest, recommended] = ['20.19', '24']

/** The machine's own PostgreSQL: TEST_DATABASE_URL, else the one at the usual port. */
const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The files that show whether the service works where the tables that grow are on several servers. */
const distributed = [
  ...[
    'project/contract',
    'accounts/access',
    'test/journeys',
    'telemetry/readings',
    'reading-writer',
    'packing',
  ],
  ...[
    'telemetry/batch',
    'vital-series',
    'device-logs',
    'retention',
    'export',
    'deletion',
    'notes',
    'silence',
  ],
]

/** Answers with the exit code. Where something is missing for a pass it says so, and fails if CI=true. */
export async function testFull({ root, args, test }) {
  const TEST_DATABASE_URL = undefined
  const first = await test(process.execPath, ['--full', ...args], { TEST_DATABASE_URL })
  if (first.status !== 0) return first.status ?? 1
  const second = await testElsewhere({ root, args, test })
  if (second !== 0 || args.length > 0) return second
  console.log('\nWhat the distributed tables concern once more on a coordinator and two workers of Citus')
  const third = await test(process.execPath, distributed, { TEST_DATABASE_URL, TEST_DISTRIBUTED: 'citus' })
  return third.status ?? 1
}

/** The second pass. */
async function testElsewhere({ root, args, test }) {
  const version = process.versions.node.startsWith(`${recommended}.`) ? oldest : recommended
  const program = findNode(root, version)
  if (!program) return without(`There is no Node ${version}: npm exec --package=node@${version} failed.`)
  if (!(await answers(serverUrl))) {
    const install = 'apt install postgresql, or name one with TEST_DATABASE_URL'
    return without(`No PostgreSQL answers at ${new URL(serverUrl).host}: ${install}.`)
  }
  console.log(`\nOnce more on Node ${version} and the PostgreSQL at ${new URL(serverUrl).host}`)
  const { status } = await test(program, args, { TEST_DATABASE_URL: serverUrl })
  return status ?? 1
}

function findNode(root, version) {
  const npmArgs = ['exec', '--yes', `--package=node@${version}`, '--', 'node', '--print', 'process.execPath']
  const { status, stdout } = spawnSync('npm', npmArgs, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function answers(url) {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port || 5432), hostname)
    const end = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(5000, () => end(false))
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
  })
}
