// npm run backup -- FOLDER: copies the running embedded store into the folder; BACKUP_DIR is the default.
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureBackupKey, newKeyLines } from '../platform/backup/backup-key.ts'
import { reasonOf, useServerTools } from '../platform/backup/command-messages.ts'
import { assertStore, takeBackup } from '../platform/backup/take-backup.ts'
import { loadConfig, readEnvironment } from '../platform/config.ts'
import { StartError } from '../platform/lib/errors.ts'
import { version } from '../platform/project.ts'

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { copies: { type: 'string' } },
  })
  const config = loadConfig(readEnvironment())
  if (config.databaseUrl) throw new StartError(useServerTools)
  const parent = positionals[0] ?? config.backup?.folder
  const copies = values.copies === undefined ? undefined : Number(values.copies)
  if (!parent || positionals.length > 1 || (copies !== undefined && !(copies >= 1)))
    throw new StartError('Usage: npm run backup -- FOLDER [--copies NUMBER]')
  // Whatever the service does comes first.
  setPriority(10)
  const startedAt = performance.now()
  assertStore(config.dataDir)
  const { key, isNew } = ensureBackupKey(config)
  if (isNew) process.stdout.write(`${newKeyLines(key).join('\n')}\n`)
  const copy = await takeBackup({
    dataDir: config.dataDir,
    parent,
    copies,
    version,
    key,
    now: () => new Date(),
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${copy.folder} (${(copy.bytes / 1e6).toFixed(0)} MB, verified, ${seconds} s)\n`)
}

try {
  await run()
} catch (error) {
  process.stderr.write(`No backup was taken. ${reasonOf(error)}\n`)
  process.exit(1)
}
