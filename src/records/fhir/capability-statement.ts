import { everythingDefinition } from './everything-definition.ts'
import { fhirMediaType, type Resource } from './fhir-types.ts'

/** When what is offered changed last. */
const date = '2026-11-17'

/** Says what is offered; a test tries all of it. */
export const capabilityStatement = (url: string, version: string): Resource => ({
  resourceType: 'CapabilityStatement',
  contained: [everythingDefinition],
  status: 'active',
  date,
  kind: 'instance',
  software: { name: 'Fallwatch', version },
  implementation: { description: 'Falls and vital signs of the patients of this installation', url },
  fhirVersion: '4.0.1',
  format: [fhirMediaType],
  rest: [
    {
      mode: 'server',
      security: {
        description: 'A session token of the API as Authorization: Bearer, with the rights of its account',
      },
      resource: [
        {
          type: 'Patient',
          operation: [{ name: everythingDefinition.code, definition: `#${everythingDefinition.id}` }],
        },
      ],
    },
  ],
})
