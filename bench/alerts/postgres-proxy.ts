import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Cleanup } from '../../harness/cleanup.ts'

/** A place in the conversation of the service with PostgreSQL. */
export interface Breakpoint {
  /** The statement, or one of the transaction whose commit is meant. */
  statement: RegExp
  /**
   * Before: PostgreSQL has not received the statement or commit. After: PostgreSQL has executed it, and the service has
   * not received the response.
   */
  at: 'before' | 'after' | 'before commit' | 'after commit'
  /** Decides whether this is the statement that is meant, by the ids among its parameters. */
  isMeant?: (ids: string[]) => Promise<boolean>
}

/** Passes on the conversation of the service with a PostgreSQL server, and stops it at a breakpoint. */
export interface PostgresProxy {
  port: number
  /** Calls `onReached` at the first place that matches; until it returns, and in that direction, nothing is passed on. */
  stopAt(breakpoint: Breakpoint, onReached: () => void): void
  clear(): void
}

interface Armed {
  breakpoint: Breakpoint
  onReached: () => void
}

interface Message {
  /** The type of the message, or '' for the first one of a connection, which has none. */
  type: string
  bytes: Buffer
}

/** Listens on a port, and connects to the socket file of the server. */
export async function startPostgresProxy(cleanup: Cleanup, socketPath: string): Promise<PostgresProxy> {
  let armed: Armed | undefined
  const sockets = new Set<Socket>()
  const server: Server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(socketPath)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    relay(client, upstream, () => armed, reach)
  })

  function reach(reached: Armed): boolean {
    if (armed !== reached) return false
    armed = undefined
    reached.onReached()
    return true
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.add(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    port: (server.address() as { port: number }).port,
    stopAt(breakpoint, onReached) {
      armed = { breakpoint, onReached }
    },
    clear() {
      armed = undefined
    },
  }
}

/** Passes on one connection, message by message towards the server. */
function relay(
  client: Socket,
  upstream: Socket,
  armed: () => Armed | undefined,
  reach: (armed: Armed) => boolean,
): void {
  const split = createSplitter()
  const statements = new Map<string, string>()
  let current = ''
  /** The breakpoint whose statement the open transaction contains. */
  let inTransaction: Armed | undefined
  /** The breakpoint that is reached when the server has responded. */
  let afterResponse: Armed | undefined
  let queue = Promise.resolve()

  client.on('data', (chunk: Buffer) => {
    const messages = split(chunk)
    queue = queue.then(async () => {
      for (const message of messages) if (!(await forward(message))) return
    })
  })

  /** Returns false if the breakpoint was reached: the rest is never passed on. */
  async function forward({ type, bytes }: Message): Promise<boolean> {
    if (type === 'P') {
      const [name = '', text = ''] = bytes.toString('utf8', 5).split('\0')
      statements.set(name, text)
    }
    if (type === 'Q') current = bytes.toString('utf8', 5, bytes.length - 1)
    if (type === 'B') current = statements.get(bytes.toString('utf8', 5).split('\0')[1] ?? '') ?? ''
    // The parameters are in the message that binds them; a statement without any is one message.
    if (type === 'B' || type === 'Q') {
      const stop = await judge(bytes)
      if (stop && reach(stop)) return false
    }
    if (!upstream.destroyed) upstream.write(bytes)
    return true
  }

  async function judge(bytes: Buffer): Promise<Armed | undefined> {
    const now = armed()
    if (/^commit$/i.test(current)) {
      const ended = inTransaction
      inTransaction = undefined
      if (!ended || ended !== now) return undefined
      if (ended.breakpoint.at === 'before commit') return ended
      afterResponse = ended
      return undefined
    }
    if (/^(begin|rollback)$/i.test(current)) inTransaction = undefined
    if (!now?.breakpoint.statement.test(current)) return undefined
    const ids = bytes.toString('latin1').match(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g) ?? []
    // A lookup fails if the server has just been killed; then the statement does, too.
    if (now.breakpoint.isMeant && !(await now.breakpoint.isMeant(ids).catch(() => false))) return undefined
    if (now.breakpoint.at === 'before') return now
    if (now.breakpoint.at === 'after') afterResponse = now
    else inTransaction = now
    return undefined
  }

  upstream.on('data', (chunk: Buffer) => {
    // A response ends with the message that the server is ready; it is the last of a chunk, because the client waits for it.
    const isReady =
      chunk.length >= 6 && chunk.toString('latin1', chunk.length - 6, chunk.length - 1) === readyPrefix
    if (afterResponse && isReady) {
      const reached = afterResponse
      afterResponse = undefined
      if (reach(reached)) return void client.destroy()
    }
    if (!client.destroyed) client.write(chunk)
  })
}

const readyPrefix = 'Z\0\0\0\x05'

/** Returns a function that returns the messages that are complete. */
function createSplitter(): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const messages: Message[] = []
    for (;;) {
      const typeBytes = isFirst ? 0 : 1
      if (rest.length < typeBytes + 4) return messages
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) return messages
      messages.push({ type: rest.toString('latin1', 0, typeBytes), bytes: rest.subarray(0, length) })
      rest = rest.subarray(length)
      isFirst = false
    }
  }
}
