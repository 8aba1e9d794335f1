import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { atFileEnd } from '../../harness/file-end.ts'

/** Gives every route that an app serves, such as `GET /api/me`, whether or not the API describes it. */
export function listRoutes(app: FastifyInstance): string[] {
  const parents: string[] = []
  const routes: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
    if (!part) continue
    const depth = indent.length / 4
    parents.splice(depth, parents.length, part)
    for (const method of methods.split(', ')) routes.push(`${method} ${parents.join('')}`)
  }
  // HEAD is answered like GET, and OPTIONS never reaches a handler.
  return routes.filter((route) => !/^(HEAD|OPTIONS)? /.test(route))
}

/** Gives what the routes of apps that are made from now on declare, by names such as `GET /api/me`. */
export function watchRoutes(): Map<string, RouteOptions['config']> {
  const declared = new Map<string, RouteOptions['config']>()
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) declared.set(`${one} ${url}`, config)
    })
  }
  subscribe('fastify.initialization', watch)
  atFileEnd(() => unsubscribe('fastify.initialization', watch))
  return declared
}
