import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { programPath } from '../../harness/programs.ts'
import { makeFolder } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { openTls } from './tls.ts'

/** An nginx of a test's own, with deploy/nginx.conf as it is shipped. */
export interface NginxServer {
  httpPort: number
  httpsPort: number
  stop(): Promise<void>
}

const shipped = join(import.meta.dirname, '../../deploy/nginx.conf')
const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)

/** Changes nothing in the shipped file but where it listens, where its certificate lies and the service's port. */
export async function startNginx(
  servicePort: number,
  certificate: { cert: string; key: string },
): Promise<NginxServer> {
  const folder = makeFolder()
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const listen6 = (port: number, rest: string) => (hasIpv6 ? `listen [::1]:${port}${rest};` : '')
  const site = [
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen [::]:80;', listen6(httpPort, '')],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`],
    ['listen [::]:443 ssl http2;', listen6(httpsPort, ' ssl http2')],
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${servicePort};`],
    ['/etc/ssl/fallwatch/fullchain.pem', certificate.cert],
    ['/etc/ssl/fallwatch/privkey.pem', certificate.key],
  ].reduce((text, [from = '', to = '']) => replaceOnce(text, from, to), readFileSync(shipped, 'utf8'))
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), mainConfig)
  mkdirSync(join(folder, 'temp'))

  // Without a master process there is one to end, and whoever runs the tests owns its files.
  const server = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], {
    env: { PATH: programPath },
  })
  process.once('exit', () => server.kill('SIGKILL'))
  let text = ''
  server.stderr.on('data', (chunk) => {
    text += chunk
  })
  const closed = once(server, 'close')
  const failed = closed.then(() => {
    throw new Error(`nginx did not start: ${text} ${readFileSync(join(folder, 'error.log'), 'utf8')}`)
  })
  // Later it may end.
  failed.catch(() => {})
  const isUp = () =>
    openTls(httpsPort).then(
      (socket) => socket.destroy(),
      () => undefined,
    )
  await Promise.race([until(isUp, undefined, 'an answer of nginx'), failed])
  return {
    httpPort,
    httpsPort,
    async stop() {
      server.kill('SIGKILL')
      await closed
    },
  }
}

const mainConfig = `
daemon off;
master_process off;
pid nginx.pid;
error_log error.log;
events { worker_connections 4096; }
http {
    access_log off;
    client_body_temp_path temp/body;
    proxy_temp_path temp/proxy;
    fastcgi_temp_path temp/fastcgi;
    uwsgi_temp_path temp/uwsgi;
    scgi_temp_path temp/scgi;
    include site.conf;
}
`

function replaceOnce(text: string, from: string, to: string): string {
  const parts = text.split(from)
  if (parts.length !== 2)
    throw new Error(`deploy/nginx.conf has "${from}" ${parts.length - 1} times, not once`)
  return parts.join(to)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
