import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { wholeNumber } from '../../platform/http/pagination.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { invalidFields, refusal, tooMany } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { version } from '../../platform/project.ts'
import { acceptsJson } from './accepted-format.ts'
import { capabilityStatement } from './capability-statement.ts'
import { dateSpan } from './date-range.ts'
import { readEverything } from './everything.service.ts'
import { maxCount } from './everything-definition.ts'
import {
  type BundleEntry,
  fhirMediaType,
  type Resource,
  type ResourceType,
  resourceTypes,
} from './fhir-types.ts'
import { decodePosition, encodePosition, start } from './position.ts'

const once = z.string({ error: fieldMessage('GIVEN_TWICE') })

const formatQuery = {
  _format: once.optional().meta({ description: 'Instead of Accept: json or application/fhir+json' }),
}

const isOffered = (name: string) => (resourceTypes as readonly string[]).includes(name)

/** One or more parameters, each with one or more types. */
const typeNames = z.union([z.string(), z.array(z.string())]).transform((given, ctx): ResourceType[] => {
  const names = [given].flat().flatMap((text) => text.split(','))
  if (!names.every(isOffered))
    ctx.addIssue(fieldMessage('NOT_SOME_OF', { choices: resourceTypes.join(', ') }))
  return resourceTypes.filter((type) => names.includes(type))
})

/** Strict, because a filter that is ignored would answer another question than the one that was asked. */
const everythingQuery = z.strictObject({
  ...formatQuery,
  start: once.optional().meta({ description: 'From this year, month or day on' }),
  end: once.optional().meta({ description: 'Up to and with this year, month or day' }),
  _type: typeNames
    .optional()
    .meta({ description: `Only these types, separated by commas: ${resourceTypes.join(', ')}` }),
  _count: wholeNumber(1, maxCount)
    .default(100)
    .meta({ description: `Resources per page, at most ${maxCount}; the default is 100` }),
  _page: once.max(300).optional().meta({ description: 'From the link to the next page' }),
})

const resourceResponse = (description: string) => ({
  description,
  content: { [fhirMediaType]: { schema: z.unknown().meta({ type: 'object' }) } },
})

const common = { errorMediaType: fhirMediaType }
const tags = ['FHIR']

export function fhirRoutes(app: ApiInstance, ctx: Context): void {
  // Each page of vital signs reads summaries of up to 90 days.
  const pages = createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueued: 100,
    refuse: () => tooMany('RECORDS_BUSY'),
  })
  const baseOf = (request: FastifyRequest) =>
    `${ctx.config.notifications.publicUrl ?? `${request.protocol}://${request.host}`}/api/fhir`

  app.get(
    '/fhir/metadata',
    {
      config: { ...common, access: 'public', errors: [406] },
      schema: {
        tags,
        operationId: 'getFhirMetadata',
        summary: 'Get what is offered as FHIR R4, as a CapabilityStatement',
        querystring: z.object(formatQuery),
        response: { 200: resourceResponse('The CapabilityStatement') },
      },
    },
    async (request, reply) => {
      assertAcceptsJson(request, request.query._format)
      return sendResource(reply, capabilityStatement(baseOf(request), version))
    },
  )

  app.get(
    '/fhir/Patient/:id/$everything',
    {
      config: { ...common, access: 'signed-in', errors: [403, 404, 406] },
      schema: {
        tags,
        operationId: 'getPatientEverything',
        summary: 'Get a patient, their devices, falls and vital signs as a FHIR R4 Bundle',
        description:
          'Falls are from POTENTIAL on. Vital signs are of the last 90 days, by the hour: mean, least and greatest value. ' +
          'The link `next` leads to the next page. Errors are an OperationOutcome. ' +
          'Other parameters of the standard operation are refused.',
        params: idParams,
        querystring: everythingQuery,
        response: { 200: resourceResponse('A page of the Bundle') },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      assertAcceptsJson(request, query._format)
      const period = periodOf(query.start, query.end, ctx.timeZone.current())
      const position = query._page === undefined ? start : decodePosition(query._page)
      const caller = callerOf(request)
      const asked = { ...period, types: query._type ?? resourceTypes, count: query._count, position }
      const { resources, next } = await pages.run(() => readEverything(ctx, caller, params.id, asked))
      await auditRead(ctx, request, params.id)
      const base = baseOf(request)
      const linkTo = (page: string | undefined) => {
        const given = {
          start: query.start,
          end: query.end,
          _type: query._type?.join(','),
          _count: String(query._count),
          _format: query._format,
          _page: page,
        }
        const known = Object.entries(given).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        )
        return `${base}/Patient/${params.id}/$everything?${new URLSearchParams(known)}`
      }
      return sendResource(reply, {
        resourceType: 'Bundle',
        type: 'searchset',
        timestamp: ctx.now().toISOString(),
        link: [
          { relation: 'self', url: linkTo(query._page) },
          ...(next ? [{ relation: 'next', url: linkTo(encodePosition(next)) }] : []),
        ],
        ...(resources.length > 0 && { entry: resources.map((resource) => entryOf(base, resource)) }),
      })
    },
  )
}

function assertAcceptsJson(request: FastifyRequest, format: string | undefined): void {
  if (!acceptsJson(format, request.headers.accept))
    throw refusal('NOT_ACCEPTABLE', { mediaType: fhirMediaType })
}

/** Serialized here, because the schema of a response only describes it. */
const sendResource = (reply: FastifyReply, resource: Resource) =>
  reply.type(fhirMediaType).send(JSON.stringify(resource))

const entryOf = (base: string, resource: Resource): BundleEntry => ({
  fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
  resource,
  search: { mode: resource.resourceType === 'Patient' ? 'match' : 'include' },
})

const mustBeDate = fieldMessage('NOT_FHIR_DATE')

/** The time that was asked for; without limits, all of it. */
function periodOf(startText: string | undefined, endText: string | undefined, timeZone: string) {
  const first = startText === undefined ? undefined : dateSpan(startText, timeZone)
  const last = endText === undefined ? undefined : dateSpan(endText, timeZone)
  const problems = {
    ...(startText !== undefined && !first && { start: mustBeDate }),
    ...(endText !== undefined && !last && { end: mustBeDate }),
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const [from, to] = [first?.from ?? new Date(0), last?.to ?? new Date('9999-01-01')]
  if (from >= to) throw invalidFields({ start: fieldMessage('NOT_BEFORE', { field: 'end' }) })
  return { from, to }
}
