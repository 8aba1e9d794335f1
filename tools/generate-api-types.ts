import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(import.meta.dirname, '../test/client/package.json'))

/**
 * Writes a description as TypeScript types; the generator has a compiler of its own. With the current day in its examples,
 * as the service gives it, they would be different every day.
 */
export async function generateApiTypes(description: unknown): Promise<string> {
  const { default: generate, astToString } = require('openapi-typescript')
  // The description lists schemas in the order in which modules were loaded.
  const types: string = astToString(await generate(description, { alphabetize: true }))
  return `// Written by \`npm run api-types\` from the description of the API.\n${types}`
}
