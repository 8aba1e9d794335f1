import { type Resource, resourceTypes } from './fhir-types.ts'

export const maxCount = 500

const optional = (name: string, type: string, documentation: string, max = '1') => ({
  name,
  use: 'in',
  min: 0,
  max,
  documentation,
  type,
})

/**
 * The part of the standard operation that is offered. To name the standard one in the capability
 * statement would mean that all of it is.
 */
export const everythingDefinition: Resource = {
  resourceType: 'OperationDefinition',
  id: 'everything',
  name: 'Everything',
  status: 'active',
  kind: 'operation',
  affectsState: false,
  description:
    'Everything about one patient. Of the standard operation, _since and the call by POST are not supported. ' +
    'Parameters that are not listed are refused, except for _format, which every request of the REST API may have.',
  code: 'everything',
  base: 'http://hl7.org/fhir/OperationDefinition/Patient-everything',
  resource: ['Patient'],
  system: false,
  type: false,
  instance: true,
  parameter: [
    optional('start', 'date', 'From this year, month or day on'),
    optional('end', 'date', 'Up to and with this year, month or day'),
    optional('_type', 'code', `Only these types of resources: ${resourceTypes.join(', ')}`, '*'),
    optional('_count', 'integer', `Resources per page, 1 to ${maxCount}`),
    optional('_page', 'string', 'Only as the link to the next page has it'),
    {
      name: 'return',
      use: 'out',
      min: 1,
      max: '1',
      documentation: 'A page of type searchset',
      type: 'Bundle',
    },
  ],
}
