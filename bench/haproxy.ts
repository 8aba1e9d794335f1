import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from './cleanup.ts'
import { findFreePort, stopper } from './processes.ts'

/** Balancer is a HAProxy in front of some processes of the service. */
export interface Balancer {
  port: number
  version: string
  /** Waits until the process at this port, by its place in the list, gets requests. */
  untilUp(place: number): Promise<void>
}

/** configure is an example worth copying, but for the addresses and the number of connections. */
const configure = (port: number, ports: number[]) => `global
  maxconn 2000
  stats socket unix@stats.sock mode 600 level user

defaults
  mode http
  # A retry goes to the other process.
  retries 2
  option redispatch 1
  timeout connect 2s
  timeout http-request 10s
  # The service keeps an idle connection for 72 seconds: whoever would use it again must give it up before.
  timeout http-keep-alive 60s
  timeout client 60s
  # The service gives up on a request after 30 seconds by itself.
  timeout server 35s
  timeout queue 5s

frontend fallwatch
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend processes

backend processes
  balance leastconn
  # A process that is told to stop says 503 here, and answers everything else for STOP_DELAY. It must be noticed
  # within that time: two checks, half a second apart. One that is busy may take its time to answer a check: without
  # a timeout of its own, a check would fail after half a second.
  option httpchk
  timeout check 2s
  http-check send meth GET uri /api/health ver HTTP/1.1 hdr Host fallwatch
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 2
  # What never arrived is always sent again; what was refused or got no answer only where asking twice does no harm.
  retry-on conn-failure empty-response 503
  http-request disable-l7-retry unless METH_GET
${ports.map((own, i) => `  server process-${i + 1} 127.0.0.1:${own}`).join('\n')}
`

/** startBalancer runs HAProxy; undefined where there is none. */
export async function startBalancer(ports: number[]): Promise<Balancer | undefined> {
  // Debian keeps it where only root looks.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }
  const told = spawnSync('haproxy', ['-v'], { encoding: 'utf8', env })
  if (told.error) {
    console.log(
      'There is no haproxy on this machine; it is needed to hand requests to the process that is up.',
    )
    return undefined
  }
  const folder = makeFolder()
  const port = await findFreePort()
  writeFileSync(join(folder, 'haproxy.cfg'), configure(port, ports))
  const checked = spawnSync('haproxy', ['-c', '-f', 'haproxy.cfg'], { cwd: folder, encoding: 'utf8', env })
  if (checked.status !== 0) throw new Error(`HAProxy refuses its configuration: ${checked.stderr}`)
  // It tells of every process that goes and comes; so do we.
  stopper(spawn('haproxy', ['-db', '-f', 'haproxy.cfg'], { cwd: folder, env, stdio: 'ignore' }))
  return {
    port,
    version: /version (\S+)/i.exec(told.stdout)?.[1] ?? '',
    async untilUp(place) {
      const deadline = Date.now() + 30_000
      while ((await statusOf(join(folder, 'stats.sock'), `process-${place + 1}`)) !== 'UP') {
        if (Date.now() > deadline) throw new Error('HAProxy did not see the process within 30 seconds')
        await sleep(100)
      }
    },
  }
}

/** statusOf asks HAProxy what it thinks of a server: UP, DOWN, or something in between such as UP 1/2. */
async function statusOf(socketFile: string, server: string): Promise<string | undefined> {
  const table = await new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(socketFile, () => socket.write('show stat\n'))
    socket.on('data', (chunk) => {
      received += chunk
    })
    // It is not there yet when HAProxy has only just been started.
    socket.on('error', () => resolve(''))
    socket.on('close', () => resolve(received))
  })
  const [header = '', ...lines] = table.split('\n')
  const column = header.split(',').indexOf('status')
  return lines.map((line) => line.split(',')).find((cells) => cells[1] === server)?.[column]
}
