import { readFileSync, writeFileSync } from 'node:fs'

/** Beside the built service, dist/service.cjs. */
const file = new URL('openapi.json', import.meta.url)

export const writeBuiltDescription = (text: string): void => writeFileSync(file, text)

/** Reads the description of the API from the build; a service that runs from its sources has none. */
export function readBuiltDescription(): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
