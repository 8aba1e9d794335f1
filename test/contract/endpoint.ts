import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type CallerName, type Circle, makeCircle, tokenOf } from '../support/people.ts'
import type { Answer, CallOptions, TestService } from '../support/service.ts'

type Fields = Record<string, unknown>

export interface Request extends Pick<CallOptions, 'body' | 'query' | 'ip'> {
  params?: Record<string, string>
}

/** A row of the contract: how it is called, what it answers and what it refuses. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Who calls it with success; `nobody` where it needs no token. */
  as: CallerName
  /** A request that succeeds. */
  request?: (scene: Scene) => Request | Promise<Request>
  status: 200 | 201 | 204
  /** The whole body of the success; a 204 has none. */
  shape?: z.ZodType
  /** The fields of the success that are null, because nobody has set them. */
  nulls?: string[]
  /** What holds once it has succeeded. */
  after?: (stage: Stage, answer: Answer) => Promise<void>
  /** Set for lists: how many a page holds unless the query says otherwise. */
  pageSize?: number
  /** Adds a second thing to a list. */
  another?: (stage: Stage) => Promise<unknown>
  /** Who is refused with 403. */
  forbids?: CallerName[]
  refusals?: Refusal[]
}

export interface Refusal {
  title: string
  status: number
  /** The names of the bad fields, for 400. */
  fields?: string[]
  /** What the body holds beside the envelope. */
  beside?: string[]
  /** A pattern that the message must match. */
  says?: RegExp
  call: (stage: Stage) => Promise<Answer>
}

export type Scene = Circle & { service: TestService }

/** What a row plays on: people, a request that would succeed, and a way to send it with changes. */
export interface Stage extends Scene {
  good: Request
  send: (change?: Request & { as?: CallerName; token?: string }) => Promise<Answer>
}

export async function setStage(service: TestService, endpoint: Endpoint): Promise<Stage> {
  const scene = { ...(await makeCircle(service)), service }
  const good = (await endpoint.request?.(scene)) ?? {}
  return {
    ...scene,
    good,
    send({ as = endpoint.as, token, params, ...change } = {}) {
      const path = fill(endpoint.path, { ...good.params, ...params })
      const { params: _, ...request } = good
      return service.call(endpoint.method, path, {
        ...request,
        ...change,
        token: token ?? tokenOf(scene, as),
      })
    },
  }
}

const fill = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')

const paramsIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** What the rules for all endpoints make of a row, and what it refuses beyond. */
export function refusalsOf({ path, as, pageSize, forbids = [], refusals = [] }: Endpoint): Refusal[] {
  return [
    ...(as === 'nobody' ? [] : [withToken('no token', undefined), withToken('a bad token', 'no.such.token')]),
    ...forbids.map(asked),
    ...paramsIn(path).flatMap((name) => [
      { title: `a ${name} that is no UUID`, status: 400, fields: [name], call: with_(name, () => 'rosa') },
      { title: `an unknown ${name}`, status: 404, call: with_(name, randomUUID) },
    ]),
    ...(pageSize ? badPages : []),
    ...refusals,
  ]
}

const withToken = (title: string, token: string | undefined): Refusal => ({
  title,
  status: 401,
  call: ({ send }) => send(token ? { token } : { as: 'nobody' }),
})

const asked = (as: CallerName): Refusal => ({
  title: `asked by the ${as}`,
  status: 403,
  call: ({ send }) => send({ as }),
})

const with_ = (name: string, value: () => string) => (stage: Stage) =>
  stage.send({ params: { [name]: value() } })

/** Refuses a query, and names each of its keys. */
export function badQuery(query: Record<string, string | string[]>, fields = Object.keys(query)): Refusal {
  const title = `the query ${JSON.stringify(query)}`
  return { title, status: 400, fields, call: ({ send }) => send({ query }) }
}

const badPages = [
  badQuery({ page: '0', limit: '0', sort: 'nothing', order: 'up' }),
  badQuery({ page: '1.5', limit: 'many' }),
  badQuery({ page: '-1', limit: '-1' }),
  badQuery({ page: ['1', '2'] }),
]

/** Refuses the good body with these fields changed, and names each of them. */
export function badBody(title: string, change: Fields, fields = Object.keys(change)): Refusal {
  const call = ({ send, good }: Stage) => send({ body: { ...(good.body as Fields), ...change } })
  return { title, status: 400, fields, call }
}

/** Refuses a body without anything, and names each required field. */
export const emptyBody = (...fields: string[]): Refusal => ({
  title: 'an empty body',
  status: 400,
  fields,
  call: ({ send }) => send({ body: {} }),
})

/** Refuses what would be there twice, or would not be there at all any more. */
export const conflict = (title: string, call: Refusal['call']): Refusal => ({ title, status: 409, call })

/** Says that a value has these fields, whatever else it has. */
export function assertHas(value: object, fields: unknown): void {
  assert.deepEqual(value, { ...value, ...(fields as object) })
}
