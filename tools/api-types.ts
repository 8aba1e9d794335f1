// npm run api-types: writes the types of the console's API client from the description of the API that the build has made.
import { readFileSync, writeFileSync } from 'node:fs'
import { generateApiTypes } from './generate-api-types.ts'

const description = JSON.parse(readFileSync('dist/openapi.json', 'utf8'))
writeFileSync('web/src/api/schema.d.ts', await generateApiTypes(description))
