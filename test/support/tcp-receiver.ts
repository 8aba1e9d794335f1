import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface TcpReceiver {
  port: number
  /** The number of connections that are open now. */
  openConnections(): number
  stop(): Promise<void>
}

/** Accepts connections and leaves them to the test, which may break every protocol. */
export async function startTcpReceiver(onConnection: (socket: Socket) => void): Promise<TcpReceiver> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    // Reads on, so that it notices the end of the connection.
    socket.resume()
    socket.on('close', () => sockets.delete(socket))
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    openConnections: () => sockets.size,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Writes the text, and then one more character every few milliseconds, for as long as the connection is open. */
export function drip(socket: Socket, text: string): void {
  socket.write(text)
  const timer = setInterval(() => socket.write('x'), 10)
  socket.on('close', () => clearInterval(timer))
}
