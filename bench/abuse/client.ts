import { type Connection, openConnection } from '../wire.ts'

export interface ClientResponse {
  /** 0 if there was no response; then `text` is the reason. */
  status: number
  text: string
}

/** Sends one request at a time, over a connection that it keeps open. */
export interface Client {
  send(request: Buffer): Promise<ClientResponse>
  close(): void
}

/** A client that has waited for longer gives up. */
export const clientTimeoutMs = 5000

export function createClient(port: number, address: string): Client {
  let connection: Connection | undefined
  let settle: (response: ClientResponse) => void = () => {}

  function connect(): Connection {
    const opened = openConnection(
      port,
      {
        onResponse(status, text) {
          const response = text()
          if (/\r\nconnection: close/i.test(response)) close()
          settle({ status, text: response })
        },
        onClose(error) {
          // The client itself closed this one.
          if (connection !== opened) return
          connection = undefined
          settle({ status: 0, text: error?.message ?? 'the connection was closed' })
        },
      },
      address,
    )
    return opened
  }

  function close(): void {
    connection?.close()
    connection = undefined
  }

  return {
    send: (request) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          settle({ status: 0, text: `no response within ${clientTimeoutMs / 1000} s` })
          close()
        }, clientTimeoutMs)
        settle = (response) => {
          clearTimeout(timer)
          settle = () => {}
          resolve(response)
        }
        connection ??= connect()
        connection.write(request)
      }),
    close,
  }
}
