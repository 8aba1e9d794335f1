import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { announce, announceAdmin } from './announce.ts'
import { buildApp } from './app.ts'
import { loadJwtSecret } from './auth/jwt-secret.ts'
import { createPasswords } from './auth/passwords.ts'
import { type Config, loadConfig, readEnvironment } from './config.ts'
import { openStore, type Store } from './db/store.ts'
import { startJobs } from './jobs/jobs.ts'
import { schedule } from './jobs/schedule.ts'
import { StartError } from './lib/errors.ts'
import { createLog } from './log.ts'
import { ensureFirstAdmin } from './users/first-admin.ts'

/** Settings → store → app → listen; then wait to be told to stop. */
async function main(): Promise<void> {
  const config = loadConfig(readEnvironment())
  const log = createLog(config.logLevel)
  const store = await openStore(config, log, (error) => fail(error))
  try {
    const ctx = { db: store.db, config, log, now: () => new Date() }
    const passwords = createPasswords()
    const jwtSecret = loadJwtSecret(config)
    const app = await buildApp({ ctx, pulse: store.pulse, passwords, jwtSecret, tls: readTls(config) })
    const newAdmin = await ensureFirstAdmin(ctx, passwords)
    if (newAdmin) announceAdmin(newAdmin)
    await listen(app, config)
    stopOnSignals(app, store, startJobs(ctx, schedule))
    announce(config, app.server.address(), store.place)
  } catch (error) {
    await store.close()
    throw error
  }
}

function readTls({ tls }: Config) {
  const read = (name: string, file: string) => {
    try {
      return readFileSync(file)
    } catch (error) {
      throw new StartError(`${name} cannot be read: ${(error as Error).message}`)
    }
  }
  return tls && { cert: read('TLS_CERT', tls.cert), key: read('TLS_KEY', tls.key) }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is already in use. Set PORT to another one.`,
      EACCES: `Port ${port} may not be opened by this account. Set PORT to one above 1023.`,
      EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
      ENOTFOUND: `HOST ${host} is no address of this machine.`,
    }
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason ? new StartError(reason) : error
  }
}

const longestGoodbye = 10_000

/** Stop taking requests, finish those under way, then stop the store; a second signal does not wait. */
function stopOnSignals(app: FastifyInstance, store: Store, stopJobs: () => Promise<void>): void {
  let stoppingSince = 0
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince) {
      // One Ctrl-C arrives twice under npm: from the terminal and from npm itself.
      if (Date.now() - stoppingSince > 1000) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    app.log.info({ signal }, 'stopping')
    const cutOff = setTimeout(() => app.server.closeAllConnections(), longestGoodbye)
    // A connection that was busy when we stopped would be kept open for its next request.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
    try {
      await app.close()
      await stopJobs()
      await store.close()
      clearTimeout(cutOff)
      clearInterval(sweep)
      app.log.info('stopped')
      process.exit(0)
    } catch (error) {
      fail(error)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

function fail(error: unknown): never {
  const words = error instanceof StartError ? error.message : ((error as Error)?.stack ?? String(error))
  process.stderr.write(`Fallwatch cannot run. ${words}\n`)
  process.exit(1)
}

await main().catch(fail)
