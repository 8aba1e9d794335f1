import type { FastifyInstance } from 'fastify'
import type { ApiInstance } from './api-instance.ts'

/**
 * The day of timestamps in examples. The description contains the current day instead, because readings that are older
 * than a week are refused, and an example must succeed as it stands.
 */
export const exampleDay = '2001-02-03'

export type DescriptionText = () => string

/** createDescriptionText returns the description as JSON. Generating it blocks for 0.2 seconds, so it is kept. */
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
