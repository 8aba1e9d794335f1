/**
 * The entry of the built service, dist/main.js: it runs the service, which is in one file beside it, from the code that
 * V8 compiled before.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { loadScript } from './code-cache.ts'

const file = fileURLToPath(new URL('service.cjs', import.meta.url))

// Node reads the source maps of modules that it loads itself, not of what is compiled as a script.
if (process.sourceMapsEnabled) createRequire(import.meta.url)(file).run()
else {
  const service = loadScript<typeof import('./service.ts')>(file)
  // What runs during the start is compiled by then, and is kept as well.
  service.exports.run().then(service.keepCode)
}
