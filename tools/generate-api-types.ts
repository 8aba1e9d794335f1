import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(import.meta.dirname, '../test/client/package.json'))

/** Writes a description as TypeScript types; the generator has a compiler of its own. */
export async function generateApiTypes(description: unknown): Promise<string> {
  const { default: generate, astToString } = require('openapi-typescript')
  // The description lists schemas in the order in which modules were loaded.
  const types: string = astToString(await generate(description, { alphabetize: true }))
  // An example that can be sent has the current date, which would change the file every day.
  const dated = types.replaceAll(/(?<key>"client_timestamp": ")\d{4}-\d\d-\d\d/g, '$<key>2026-01-01')
  return `// Written by \`npm run api-types\` from /api/openapi.json.\n${dated}`
}
