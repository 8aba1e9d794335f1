import type { FastifyInstance, RouteOptions } from 'fastify'

/** A verb and a noun in camelCase, because generated clients name their functions after it. */
const conventional = /^[a-z]+([A-Z][a-z]+)+$/

/** Makes startup fail if a described route has no operationId, or that of another route. */
export function requireOperationIds(app: FastifyInstance): void {
  const routesById = new Map<string, string[]>()
  app.addHook('onRoute', (route) => {
    if (!isDescribed(route)) return
    const { operationId = '' } = route.schema ?? {}
    routesById.set(operationId, [...(routesById.get(operationId) ?? []), `${route.method} ${route.url}`])
  })
  app.addHook('onReady', async () => {
    for (const [operationId, routes] of routesById) {
      const names = routes.join(', ')
      if (!operationId) throw new Error(`No operationId declared for ${names}`)
      if (!conventional.test(operationId)) throw new Error(`Invalid operationId ${operationId} of ${names}`)
      if (routes.length > 1) throw new Error(`The same operationId ${operationId} is declared for ${names}`)
    }
  })
}

/** HEAD and OPTIONS come from the framework and its plugins, with the schema of another route or none. */
const isDescribed = ({ method, schema }: RouteOptions) =>
  method !== 'HEAD' && method !== 'OPTIONS' && schema?.hide !== true
