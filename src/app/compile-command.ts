/**
 * Run by the build: it keeps the compiled code of the service, because where the service runs as an account of its own,
 * it cannot write into its folder, and the description of the API.
 */
import { fileURLToPath } from 'node:url'
import { writeBuiltDescription } from './built-description.ts'
import { loadScript } from './code-cache.ts'

const file = fileURLToPath(new URL('service.cjs', import.meta.url))
const service = loadScript<typeof import('./service.ts')>(file)
writeBuiltDescription(await service.exports.rehearse())
service.keepCode()
