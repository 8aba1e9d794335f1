import type { FastifyInstance } from 'fastify'
import type { ApiInstance } from './api-instance.ts'
import { exampleDay } from './examples.ts'

export type DescriptionText = () => string

/** Generates the description as JSON, with a placeholder for the day of its examples. */
export const generateDescription = (app: FastifyInstance): string => JSON.stringify(app.swagger())

/**
 * Returns the description as JSON. Generating it would block readings for 0.2 seconds, or 0.6 on a busy machine: the
 * build has done so, and a service that runs from its sources does it once.
 */
export function createDescriptionText(
  app: FastifyInstance,
  now: () => Date,
  readBuilt: () => string | undefined = () => undefined,
): DescriptionText {
  let template: string | undefined
  let text = ''
  let day = ''
  return () => {
    template ??= readBuilt() ?? generateDescription(app)
    const today = now().toISOString().slice(0, exampleDay.length)
    if (day !== today) {
      day = today
      text = template.replaceAll(exampleDay, today)
    }
    return text
  }
}

export function descriptionRoute(app: ApiInstance, description: DescriptionText): void {
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description()),
  )
}
