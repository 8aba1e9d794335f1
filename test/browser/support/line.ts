import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a service that can go dead without a word, as for a device that slept or has left the house. */
export interface Line {
  url: string
  /** Nothing comes through the open streams any more, and nobody is told; new connections work. */
  die(): void
  close(): void
}

export async function openLine(serviceUrl: string): Promise<Line> {
  const { hostname, port } = new URL(serviceUrl)
  const sockets = new Set<Socket>()
  const streaming = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk) => {
      if (String(chunk).startsWith('GET /api/events')) streaming.add(client).add(service)
    })
    client.pipe(service).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${address.port}`,
    die() {
      for (const socket of sockets) {
        // The browser replaces an idle connection that was closed.
        if (streaming.has(socket)) socket.unpipe().pause()
        else socket.destroy()
      }
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
