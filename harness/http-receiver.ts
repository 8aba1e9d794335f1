import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface HttpReceiver {
  /** http://127.0.0.1 and its port, without a slash. */
  url: string
  port: number
  requests: ReceivedRequest[]
  stop(): Promise<void>
}

type Respond = (response: ServerResponse, request: ReceivedRequest) => void

const accept: Respond = (response) => response.end()

/** Keeps the requests it receives; with a certificate it speaks HTTPS. */
export async function startHttpReceiver(
  respond: Respond = accept,
  certificate?: { cert: string; key: string },
): Promise<HttpReceiver> {
  const requests: ReceivedRequest[] = []
  const server = certificate ? createTlsServer(certificate) : createServer()
  server.on('request', async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: await buffer(incoming) }
    requests.push(request)
    respond(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
