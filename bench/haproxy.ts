import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../harness/cleanup.ts'
import { findFreePort } from '../harness/free-port.ts'
import { createStop } from '../harness/start-service.ts'

/** A HAProxy in front of processes of the service. */
export interface Balancer {
  port: number
  version: string
  /** Waits until requests go to the process at this index of the ports. */
  waitUntilUp(index: number): Promise<void>
}

/** Returns an example for production, except for the addresses and the number of connections. */
const configurationOf = (port: number, ports: number[]) => `global
  maxconn 2000
  stats socket unix@stats.sock mode 600 level user

defaults
  mode http
  # A retry goes to the other process.
  retries 2
  option redispatch 1
  timeout connect 2s
  timeout http-request 10s
  # The service closes an idle connection after 72 seconds: HAProxy must close it before.
  timeout http-keep-alive 60s
  timeout client 60s
  # The service ends a request after 30 seconds.
  timeout server 35s
  timeout queue 5s

frontend fallwatch
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend processes

backend processes
  balance leastconn
  # A process that is stopping responds with 503 here, and handles other requests for STOP_DELAY. HAProxy must notice
  # within that time: two checks, half a second apart. A busy process can take longer to respond: without its own
  # timeout, a check would fail after half a second.
  option httpchk
  timeout check 2s
  http-check send meth GET uri /api/health ver HTTP/1.1 hdr Host fallwatch
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 2
  # A request that never arrived is always retried; one that was refused or got no response only if it is a GET.
  retry-on conn-failure empty-response 503
  http-request disable-l7-retry unless METH_GET
${ports.map((processPort, i) => `  server process-${i + 1} 127.0.0.1:${processPort}`).join('\n')}
`

/** Runs HAProxy; undefined if it is not installed. */
export async function startBalancer(cleanup: Cleanup, ports: number[]): Promise<Balancer | undefined> {
  // Debian installs it to a folder that is not in every PATH.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }
  const versionOutput = spawnSync('haproxy', ['-v'], { encoding: 'utf8', env })
  if (versionOutput.error) {
    console.log('haproxy is not installed; it is needed to route requests to the process that is up.')
    return undefined
  }
  const folder = cleanup.makeFolder()
  const port = await findFreePort()
  writeFileSync(join(folder, 'haproxy.cfg'), configurationOf(port, ports))
  const check = spawnSync('haproxy', ['-c', '-f', 'haproxy.cfg'], { cwd: folder, encoding: 'utf8', env })
  if (check.status !== 0) throw new Error(`HAProxy refuses its configuration: ${check.stderr}`)
  // Its log of processes going down and up is not needed.
  createStop(spawn('haproxy', ['-db', '-f', 'haproxy.cfg'], { cwd: folder, env, stdio: 'ignore' }), cleanup)
  return {
    port,
    version: /version (\S+)/i.exec(versionOutput.stdout)?.[1] ?? '',
    async waitUntilUp(index) {
      const deadline = Date.now() + 30_000
      while ((await statusOf(join(folder, 'stats.sock'), `process-${index + 1}`)) !== 'UP') {
        if (Date.now() > deadline) throw new Error('HAProxy did not see the process within 30 seconds')
        await sleep(100)
      }
    },
  }
}

/** Returns the status of a server in HAProxy: UP, DOWN, or a transition such as UP 1/2. */
async function statusOf(socketFile: string, server: string): Promise<string | undefined> {
  const table = await new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(socketFile, () => socket.write('show stat\n'))
    socket.on('data', (chunk) => {
      received += chunk
    })
    // HAProxy has not created it yet.
    socket.on('error', () => resolve(''))
    socket.on('close', () => resolve(received))
  })
  const [header = '', ...lines] = table.split('\n')
  const column = header.split(',').indexOf('status')
  return lines.map((line) => line.split(',')).find((cells) => cells[1] === server)?.[column]
}
