import { connect, createServer, type Socket } from 'node:net'
import type { Cleanup } from '../../harness/cleanup.ts'

/** A line to a port, which can be cut: what is sent then never arrives, and nobody is told. */
export interface Link {
  port: number
  cut(): void
  /** New connections work again; those that were open when it was cut are reset, as by a router that has forgotten them. */
  heal(): void
  /** Keeps back the next request that matches, and what follows it, until `release` is called. */
  holdAt(request: RegExp, onHeld: (release: () => void) => void): void
}

export async function startLink(cleanup: Cleanup, targetPort: number, port: number): Promise<Link> {
  let isCut = false
  let armed: { request: RegExp; onHeld: (release: () => void) => void } | undefined
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    watch(client)
    if (isCut) return
    const upstream = connect({ port: targetPort, host: '127.0.0.1', noDelay: true })
    watch(upstream)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.on('data', (chunk: Buffer) => pass(chunk, client, upstream))
    upstream.pipe(client)
  })

  function pass(chunk: Buffer, client: Socket, upstream: Socket): void {
    const send = () => {
      if (upstream.writable && !upstream.write(chunk)) {
        client.pause()
        upstream.once('drain', () => isCut || client.resume())
      }
    }
    if (!armed?.request.test(chunk.toString('latin1'))) {
      send()
      return
    }
    const { onHeld } = armed
    armed = undefined
    client.pause()
    onHeld(() => {
      send()
      client.resume()
    })
  }

  function watch(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const reset = () => {
    for (const socket of [...open]) socket.destroy()
  }
  cleanup.add(() => {
    server.close()
    reset()
  })
  return {
    port,
    cut() {
      isCut = true
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
      }
    },
    holdAt(request, onHeld) {
      armed = { request, onHeld }
    },
    heal() {
      isCut = false
      reset()
    },
  }
}
