import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { withImpliedParts } from './openapi-responses.ts'

const options: Parameters<typeof createJsonSchemaTransform>[0] = {
  zodToJsonConfig: {
    // The pattern of a known format only clutters the description.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  },
}
const transformSchema = createJsonSchemaTransform(options)
const transformObject = createJsonSchemaTransformObject(options)

/** Must be registered before the routes: it collects them as they are declared. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fallwatch',
        version,
        description:
          'The service between a fall-detecting wearable and the people who come to help. ' +
          'Sign up or log in, then send the token as `Authorization: Bearer <token>`. ' +
          'In the explorer, logging in is enough: it then sends the token for you.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Authentication', description: 'Signing up, logging in and logging out' },
        { name: 'Profile', description: 'Your own account' },
        { name: 'Devices', description: 'Wearables, their readings and their keys' },
        { name: 'Falls', description: 'Detected and reported falls' },
        { name: 'Patients', description: 'The people who wear the devices' },
        { name: 'Caregivers', description: 'The people who come to help, their patients and their alerts' },
        { name: 'Teams', description: 'Teams of caregivers, their rotas and handover notes' },
        { name: 'Stations', description: 'Tablets on the wall of a ward, and the PINs of caregivers' },
        { name: 'Incidents', description: 'What somebody has to answer, and who does' },
        { name: 'FHIR', description: 'The data of a patient as HL7 FHIR R4, for other systems' },
        { name: 'Sharing', description: 'Who sees the data of a patient, and links for people outside' },
        { name: 'Messages', description: 'Messages between people' },
        { name: 'Live events', description: 'Changes as they happen' },
        { name: 'Notifications', description: 'How you are reached when something happens' },
        {
          name: 'Administration',
          description: 'Accounts, devices, falls, figures and maintenance, for admins',
        },
        { name: 'Health', description: 'The state of the service' },
      ],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description:
              'Accepted only together with the header X-Requested-With. Over HTTPS its name is __Host-session.',
          },
          help: {
            type: 'apiKey',
            in: 'cookie',
            name: 'help',
            description:
              'Lets the page of a patient call for help when its sign-in has ended, and nothing else. Accepted only together with the header X-Requested-With. Over HTTPS its name is __Host-help.',
          },
        },
      },
    },
    transform: (document) =>
      transformSchema({
        ...document,
        schema: document.schema && withImpliedParts(document.schema, document.route),
      }),
    transformObject: (document) =>
      withoutContentOf204(withBodyDetails(withoutUnused(transformObject(document)))),
  })
}

type ApiDocument = ReturnType<typeof transformObject>

/** Drops the schemas that nothing refers to: each named one is generated for input and for output. */
function withoutUnused(document: ApiDocument): ApiDocument {
  const text = JSON.stringify(document)
  const { components } = document as { components?: { schemas?: Record<string, unknown> } }
  const schemas = Object.entries(components?.schemas ?? {})
  const used = schemas.filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
  if (used.length === schemas.length) return document
  // What was dropped may have been all that referred to others.
  const rest = { ...document, components: { ...components, schemas: Object.fromEntries(used) } }
  return withoutUnused(rest as ApiDocument)
}

interface Operation {
  responses?: Record<string, { content?: unknown }>
  requestBody?: { required?: boolean; content?: Record<string, Media> }
}

interface Media {
  example?: unknown
  schema?: { required?: string[]; example?: unknown }
}

/** Marks bodies without required fields as optional, and moves examples to where tools look for them. */
function withBodyDetails(document: ApiDocument): ApiDocument {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  for (const { requestBody } of Object.values(paths).flatMap((path) => Object.values(path))) {
    const media = requestBody?.content?.['application/json']
    if (!requestBody || !media?.schema) continue
    const { example, ...schema } = media.schema
    requestBody.required = Boolean(schema.required?.length)
    Object.assign(media, { schema, example })
  }
  return document
}

/** Removes the empty schema of 204 responses. */
function withoutContentOf204(document: ApiDocument): ApiDocument {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    delete responses?.['204']?.content
  }
  return document
}
