// Opens the store in FOLDER, and once more while its server runs, and stops it.
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'

const { FOLDER = '' } = process.env
const first = openCluster(FOLDER)
await first.ensureRunning()
await openCluster(FOLDER).ensureRunning()
await first.stop()
