import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import type { Cleanup } from '../../harness/cleanup.ts'

/** The only name that the server knows. */
export const knownName = 'ntfy.bench.example'

export interface NameServer {
  /** A setting with which the service asks this server. */
  settings: Record<string, string>
  /** How many questions were left without an answer so far. */
  unanswered(): number
}

const headerBytes = 12
const typeA = 1

/**
 * Answers questions for one name with 127.0.0.1, and never answers any other, as the name servers of an
 * attacker.
 */
export async function startNameServer(cleanup: Cleanup): Promise<NameServer> {
  let unanswered = 0
  const socket = createSocket('udp4')
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    const question = readQuestion(query)
    if (question.name === knownName) socket.send(answerTo(query, question), port, address)
    else unanswered++
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  cleanup.add(() => socket.close())
  return { settings: settingsFor(`127.0.0.1:${socket.address().port}`), unanswered: () => unanswered }
}

/**
 * Replaces the name server of the machine. There is no setting or variable for that, and a test must not change
 * /etc/resolv.conf; so a module that Node loads before the service sets it in each resolver, which else is Node's own.
 */
function settingsFor(server: string): Record<string, string> {
  const code = `
    import dns from 'node:dns'
    import { syncBuiltinESMExports } from 'node:module'
    dns.Resolver = class extends dns.Resolver {
      constructor(options) {
        super(options)
        this.setServers(['${server}'])
      }
    }
    syncBuiltinESMExports()`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

interface Question {
  name: string
  type: number
  /** Where the question ends in the query. */
  end: number
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  // A resolver may mix upper and lower case, to recognize forged answers.
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Has one address of IPv4, and none of IPv6. */
function answerTo(query: Buffer, { type, end }: Question): Buffer {
  const answers = type === typeA ? 1 : 0
  const header = Buffer.alloc(headerBytes)
  query.copy(header, 0, 0, 2)
  // A response without an error, from a server that resolves for others.
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers, 6)
  // The name is that of the question; type A, class IN, valid for 0 seconds, four bytes.
  const record = Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
  return Buffer.concat([header, query.subarray(headerBytes, end), ...(answers ? [record] : [])])
}
