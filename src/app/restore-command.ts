// npm run restore -- FOLDER [--replace] [--unverified]: puts a backup, or the newest of a folder, into DATA_DIR.
import { parseArgs } from 'node:util'
import { findBackupKey } from '../platform/backup/backup-key.ts'
import { reasonOf, useServerTools } from '../platform/backup/command-messages.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { loadConfig, readEnvironment } from '../platform/config.ts'
import { StartError } from '../platform/lib/errors.ts'

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      unverified: { type: 'boolean', default: false },
    },
  })
  const [from, ...others] = positionals
  if (!from || others.length > 0)
    throw new StartError('Usage: npm run restore -- FOLDER [--replace] [--unverified]')
  const config = loadConfig(readEnvironment())
  const { databaseUrl, dataDir } = config
  if (databaseUrl) throw new StartError(useServerTools)
  const options = {
    dataDir,
    from,
    replaces: values.replace,
    key: findBackupKey(config),
    isUnverified: values.unverified,
    now: () => new Date(),
  }
  const { copy, setAside } = await restoreBackup(options)
  process.stdout.write(`${dataDir} now holds the backup of ${copy.finishedAt} (${copy.folder}).\n`)
  process.stdout.write(
    'The service will send no messages on it until an admin releases them in the console, or by POST /api/admin/release-notifications.\n',
  )
  if (setAside) process.stdout.write(`The previous store is in ${setAside}.\n`)
}

try {
  await run()
} catch (error) {
  process.stderr.write(`Nothing was restored. ${reasonOf(error)}\n`)
  process.exit(1)
}
