import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { Context } from '../../platform/context.ts'
import { handleErrors } from '../../platform/http/error-handler.ts'
import { StartError } from '../../platform/lib/errors.ts'
import { metricsRoute } from './metrics.routes.ts'

export interface MetricsServer {
  address: AddressInfo
  close(): Promise<void>
}

/** Listens on the separate port for metrics, if one is set. */
export async function openMetricsServer({ config, metrics }: Context): Promise<MetricsServer | undefined> {
  if (!metrics.registry || config.metrics?.port === undefined) return undefined
  const { host, port, token } = config.metrics
  const server = Fastify({ forceCloseConnections: true })
  handleErrors(server)
  metricsRoute(server, metrics.registry, token)
  try {
    await server.listen({ host, port })
  } catch (error) {
    const reason = (error as Error).message
    throw new StartError(`METRICS_PORT ${port} cannot be opened on METRICS_HOST ${host}: ${reason}`)
  }
  return { address: server.server.address() as AddressInfo, close: () => server.close() }
}
