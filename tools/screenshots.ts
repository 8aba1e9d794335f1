// npm run screenshots -- [--all DIR]: makes the pictures of the console that the documents show, on a service of its own. With
// --all, whole screens in both sizes and themes go to another folder, to look at.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../harness/free-port.ts'
import { type Running, startService, unlimited } from '../harness/start-service.ts'
import { openCluster } from '../src/platform/db/embedded/cluster.ts'
import { furnishHouse, houseHz } from './demo/house/furnish-house.ts'
import { openReceivers } from './demo/receivers.ts'
import { type Camera, openCamera, type Size, sizes, type Theme } from './screenshots/camera.ts'
import { bringDevices, deviceScenes } from './screenshots/device-scenes.ts'
import {
  alarmScenes,
  calmScenes,
  cordScenes,
  live,
  raiseAlarms,
  type Scene,
  type Stage,
} from './screenshots/scenes.ts'
import { openApi } from './simulate/api.ts'
import { createLibrary } from './simulate/library.ts'

const seed = 1
const admin = { email: 'admin@demo.example', password: 'Lindenhof-Admin-2026!' }
const { all } = parseArgs({ options: { all: { type: 'string' } } }).values
const folder = all ?? join(import.meta.dirname, '../docs/images')
mkdirSync(folder, { recursive: true })

const stopped = new AbortController()
const { signal } = stopped
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopped.abort())

const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-screenshots-'))
const receivers = await openReceivers()
const api = openApi(url)
let service: Running | undefined
let camera: Camera | undefined
try {
  camera = await openCamera({ url, folder, isWhole: all !== undefined })
  service = await startService(dataDir, settings())
  const library = createLibrary({ seed, hz: houseHz })
  const connection = openCluster(dataDir).connection()
  const house = await furnishHouse(api, { connection, admin, seed, receivers, library, signal })
  const stage: Stage = { api, house, library, signal }
  await whileLiving(stage, () => takeAll(calmScenes(stage)))
  await raiseAlarms(stage)
  const scenes = await alarmScenes(stage)
  await whileLiving(stage, () => takeAll(scenes))
  if (all) {
    await whileLiving(stage, async () => takeAll(await cordScenes(stage)))
    await bringDevices(stage)
    const ofDevices = await deviceScenes(stage)
    await whileLiving(stage, () => takeAll(ofDevices))
  }
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error)
  process.exitCode = 1
} finally {
  api.close()
  await camera?.close()
  await service?.stop()
  await receivers.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function settings(): Record<string, string> {
  return {
    ...unlimited,
    RATE_LIMIT_INVITATIONS: 'off',
    LOG_LEVEL: 'error',
    // The history of a fall replaces readings, which must not have been packed before.
    PACK_READINGS_AFTER: 'off',
    PORT: String(port),
    PUBLIC_URL: url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    TIME_ZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...receivers.settings,
  }
}

/** Keeps the wearables sending: otherwise all that is shown would be old. */
async function whileLiving(stage: Stage, work: () => Promise<void>): Promise<void> {
  const done = new AbortController()
  const living = live(stage, AbortSignal.any([signal, done.signal]))
  try {
    await work()
  } finally {
    done.abort()
    await living
  }
}

async function takeAll(scenes: Scene[]): Promise<void> {
  const every = (Object.keys(sizes) as Size[]).flatMap((size) =>
    (['light', 'dark'] as const).map((theme): [Size, Theme] => [size, theme]),
  )
  for (const { shot, shown } of scenes) {
    for (const [size, theme] of all ? every : shown) {
      signal.throwIfAborted()
      const taken = await camera?.take(shot, size, theme)
      console.log(taken?.file)
      for (const error of taken?.errors ?? []) console.error(`  ${error}`)
      if (taken?.errors.length) process.exitCode = 1
    }
  }
}
