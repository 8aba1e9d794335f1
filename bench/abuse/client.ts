import { type Connection, openConnection } from '../wire.ts'

export interface Answer {
  /** 0 where no answer came; then `text` says why. */
  status: number
  text: string
}

/** Client is an honest one: one request at a time, over a connection that it keeps for as long as the service does. */
export interface Client {
  ask(request: Buffer): Promise<Answer>
  close(): void
}

/** Nobody waits for longer. */
export const clientTimeoutMs = 5000

export function createClient(port: number, address: string): Client {
  let line: Connection | undefined
  let settle: (answer: Answer) => void = () => {}

  function connect(): Connection {
    const opened = openConnection(
      port,
      {
        heard(status, text) {
          const answer = text()
          if (/\r\nconnection: close/i.test(answer)) close()
          settle({ status, text: answer })
        },
        gone(error) {
          // One that was closed here owes no answer.
          if (line !== opened) return
          line = undefined
          settle({ status: 0, text: error?.message ?? 'the connection was closed' })
        },
      },
      address,
    )
    return opened
  }

  function close(): void {
    line?.close()
    line = undefined
  }

  return {
    ask: (request) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          settle({ status: 0, text: `no answer within ${clientTimeoutMs / 1000} s` })
          close()
        }, clientTimeoutMs)
        settle = (answer) => {
          clearTimeout(timer)
          settle = () => {}
          resolve(answer)
        }
        line ??= connect()
        line.write(request)
      }),
    close,
  }
}
