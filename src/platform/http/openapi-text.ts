import type { FastifyInstance } from 'fastify'
import type { ApiInstance } from './api-instance.ts'
import { exampleDay } from './examples.ts'

export type DescriptionText = () => string

/** Returns the description as JSON. Generating it blocks for 0.2 seconds, so it is kept. */
export function createDescriptionText(app: FastifyInstance, now: () => Date): DescriptionText {
  let template: string | undefined
  let text = ''
  let day = ''
  return () => {
    template ??= JSON.stringify(app.swagger())
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
