import type { FastifyInstance } from 'fastify'

/** listRoutes gives every route that an app serves, such as `GET /api/me`, whether or not the API describes it. */
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
