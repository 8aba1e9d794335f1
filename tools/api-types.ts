// npm run api-types: writes the types of the console's API client from the API's description.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../harness/free-port.ts'
import { startService } from '../harness/start-service.ts'
import { generateApiTypes } from './generate-api-types.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-api-types-'))
const port = await findFreePort()
const service = await startService(dataDir, { LOG_LEVEL: 'error', PORT: String(port) })
try {
  const response = await fetch(`http://127.0.0.1:${port}/api/openapi.json`)
  writeFileSync('web/src/api/schema.d.ts', await generateApiTypes(await response.json()))
} finally {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
