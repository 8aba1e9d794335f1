import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../harness/service-process.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'

/**
 * Gives a data folder with the files of an embedded PostgreSQL that holds nothing yet. They are made once in a
 * run and then copied, which takes a tenth of the time. Tests of the first start use an empty folder instead.
 */
export async function makeStore(): Promise<string> {
  const folder = makeFolder()
  const templates = process.env.TEST_STORE_TEMPLATES
  if (!templates || process.platform === 'win32') return folder
  const made = join(templates, 'postgres')
  if (!existsSync(made)) await makeTemplate(templates, made)
  // As root, the files belong to another account, and stay its own.
  execFileSync('cp', ['-a', made, folder])
  return folder
}

async function makeTemplate(templates: string, place: string): Promise<void> {
  mkdirSync(templates, { recursive: true })
  const dataDir = mkdtempSync(join(templates, 'new-'))
  const cluster = openCluster(dataDir)
  await cluster.ensureRunning()
  await cluster.stop()
  try {
    renameSync(join(dataDir, 'postgres'), place)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(place)) throw error
  }
}
