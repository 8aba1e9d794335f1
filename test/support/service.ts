import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { ensureFirstAdmin } from '../../src/accounts/auth/first-admin.ts'
import { createPasswords, type hashCost, type Passwords } from '../../src/accounts/auth/passwords.ts'
import type { Engine } from '../../src/alerting/incidents/engine.ts'
import { buildApp } from '../../src/app/app.ts'
import { metricLabels } from '../../src/app/metrics/metric-labels.ts'
import type { BackupMonitor } from '../../src/platform/backup/backup-monitor.ts'
import { loadConfig } from '../../src/platform/config.ts'
import type { Context } from '../../src/platform/context.ts'
import { devicesChannel } from '../../src/platform/db/channels.ts'
import { openStore, type Store } from '../../src/platform/db/store.ts'
import { parseDuration } from '../../src/platform/lib/duration.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { openRedis, type RedisLink } from '../../src/platform/redis/redis.ts'
import { openTimeZone } from '../../src/platform/time-zone.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { inPhase } from './phases.ts'

export interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  /** The address the request comes from; a fresh one unless given, so that limits do not get in the way. */
  ip?: string
  query?: Record<string, string | string[]>
}

/** A response with its JSON body read. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  text: string
}

export const adminAccount = { email: 'admin@example.org', password: 'First-Admin-1!' }
/** Thousands of accounts are made for tests: at the agreed cost, hashing their passwords took a third of the time. */
const cheapCost: typeof hashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export interface ServiceOptions {
  passwordCost?: typeof hashCost
  /** Connections and statements may take long, as a busy machine is not what is tested; `real` is for tests of what happens then. */
  timeouts?: 'generous' | 'real'
  /** A steady clock goes on only when it is read: a slow machine makes nothing late. Clients with a clock of their own need the real one. */
  clock?: 'steady' | 'real'
  /** Where the built console is; without it there is none, whether or not it was built. */
  consoleFolder?: string
  /** The service of a test has no embedded store, and thus no backups of its own. */
  backups?: BackupMonitor | undefined
  /** The database of another service, which drops it; without it the service has one of its own. */
  databaseUrl?: string | undefined
}

/** Adds what the client takes from a URL over what the service sets. */
function withGenerousTimeouts(url: string): string {
  return `${url}?query_timeout=60000&statement_timeout=60500`
}

/** What the client does not take from a URL. */
const generousSettings = { connectionTimeoutMillis: 60_000 }

/** A Redis that hangs is noticed after two seconds, for which no healthy one stands still. */
export const generousRedisTimeouts = { connectMs: 20_000, heartbeatMs: 2000 }

export const goodPassword = 'Sunny-Day-42!'

/**
 * What changes how the next reading is assessed, or whose the next message of another system is: processes learn of it by a
 * notification, shortly after the response.
 */
const changesDevice =
  /\/(monitoring|sensitivity|detection|disable|enable)$|^\/device\/[0-9a-f-]{36}$|^\/admin\/(devices|intake)\b/

/**
 * The whole service in this process, on a database of its own, with a clock that tests move.
 * Nothing is replaced: only the network is left out.
 */
export class TestService {
  app!: FastifyInstance
  ctx!: Context
  store!: Store
  passwords!: Passwords
  /** Every line the service logged, as text. */
  readonly logLines: string[] = []
  /** The escalation engine: it runs only when a test calls runDue, or start. */
  engine!: Engine
  private database!: TestDatabase
  private redis: RedisLink | undefined
  private readonly folder = mkdtempSync(join(tmpdir(), 'fallwatch-test-'))
  private steadyTime = Date.now()
  private ahead = 0
  private stoppedAt: number | undefined
  private calls = 0
  /** Who waits for notifications, by the payload of the last one that they wait for. */
  private readonly marks = new Map<string, () => void>()
  private readonly settings: Record<string, string>
  private readonly options: Required<ServiceOptions>

  constructor(settings: Record<string, string> = {}, options: ServiceOptions = {}) {
    this.settings = settings
    const consoleFolder = join(this.folder, 'no-console')
    this.options = {
      ...{
        passwordCost: cheapCost,
        timeouts: 'generous',
        clock: 'real',
        consoleFolder,
        backups: undefined,
        databaseUrl: undefined,
      },
      ...options,
    }
  }

  /** The database's address, for programs that know nothing of our client's settings. */
  get databaseUrl(): string {
    return this.database.url
  }

  async start(): Promise<void> {
    const shared = this.options.databaseUrl
    this.database = shared ? { url: shared, drop: async () => {} } : await createTestDatabase()
    const { url } = this.database
    const config = loadConfig({
      DATABASE_URL: this.options.timeouts === 'real' ? url : withGenerousTimeouts(url),
      DATA_DIR: this.folder,
      JWT_SECRET: 'a-secret-for-tests-of-32-bytes-or-more',
      ADMIN_EMAIL: adminAccount.email,
      ADMIN_PASSWORD: adminAccount.password,
      LOG_LEVEL: 'debug',
      ...this.settings,
    })
    const log = pino({ level: config.logLevel }, { write: (line: string) => void this.logLines.push(line) })
    const onFatal = (error: Error) => {
      throw error
    }
    const clientSettings = this.options.timeouts === 'real' ? {} : generousSettings
    this.store = await openStore(config, log, onFatal, clientSettings)
    this.store.heartbeat.onNotification((_channel, payload) => this.marks.get(payload)?.())
    const metrics = createMetrics(config, metricLabels)
    this.ctx = {
      db: this.store.db,
      config,
      log,
      metrics,
      now: () => this.readClock(),
      timeZone: await openTimeZone({ db: this.store.db, heartbeat: this.store.heartbeat, config, log }),
    }
    this.passwords = createPasswords(this.options.passwordCost)
    await ensureFirstAdmin(this.ctx, this.passwords)
    const { redisUrl } = config
    this.redis = redisUrl
      ? await openRedis(redisUrl, this.store.installation.id, log, generousRedisTimeouts)
      : undefined
    this.app = await buildApp({
      ctx: this.ctx,
      heartbeat: this.store.heartbeat,
      shards: this.store.shards,
      redis: this.redis,
      passwords: this.passwords,
      jwtSecret: config.jwtSecret ?? '',
      consoleFolder: this.options.consoleFolder,
      backups: this.options.backups,
      hold: this.store.installation.hold,
    })
    await this.app.ready()
    this.engine = this.app.engine
  }

  async stop(): Promise<void> {
    await this.app?.close()
    await this.redis?.close()
    await this.store?.close()
    await this.database?.drop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** A steady clock goes on by a millisecond whenever it is read, so that what happens later has a later time. */
  private readClock(): Date {
    if (this.stoppedAt !== undefined) return new Date(this.stoppedAt + this.ahead)
    return new Date((this.options.clock === 'real' ? Date.now() : ++this.steadyTime) + this.ahead)
  }

  /** Moves the service's clock: `service.advance('31m')`. */
  advance(duration: string): void {
    this.ahead += (parseDuration(duration) ?? 0) * 1000
  }

  /** Stops the service's clock at a moment: from now on only `advance` and `setClock` move it. */
  setClock(at: Date): void {
    this.stoppedAt = at.getTime()
    this.ahead = 0
  }

  /** Waits until this process has received the notifications of everything that is committed. */
  private async caughtUp(): Promise<void> {
    const mark = randomUUID()
    await new Promise<void>((resolve, reject) => {
      this.marks.set(mark, resolve)
      this.ctx.db.query('select pg_notify($1, $2)', [devicesChannel, mark]).catch(reject)
    })
    this.marks.delete(mark)
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { token, body, headers = {}, query } = options
    const response = await this.app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      remoteAddress: options.ip ?? this.freshAddress(),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(query && { query }),
      ...(body !== undefined && { payload: body as object }),
    })
    if (method !== 'GET' && response.statusCode < 300 && changesDevice.test(path)) await this.caughtUp()
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      headers: response.headers as Answer['headers'],
      body: isJson ? response.json() : undefined,
      text: response.body,
    }
  }

  /** Makes an account and gives its id, e-mail address and token. */
  async signUp(fields: Record<string, unknown> = {}) {
    const email = `${randomUUID()}@example.org`
    const body = { email, password: goodPassword, firstName: 'Rosa', lastName: 'Marín', ...fields }
    const answer = await this.call('POST', '/auth/signup', { body })
    if (answer.status !== 201) throw new Error(`Signing up failed: ${answer.text}`)
    return { ...answer.body.data, password: body.password as string, token: answer.body.token as string }
  }

  async logIn(email: string, password = goodPassword): Promise<Answer> {
    return this.call('POST', '/auth/login', { body: { email, password } })
  }

  async adminToken(): Promise<string> {
    return (await this.logIn(adminAccount.email, adminAccount.password)).body.token
  }

  private freshAddress(): string {
    const n = ++this.calls
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  }
}

/** Starts a service before the tests of a file and stops it after them. */
export function useService(settings?: Record<string, string>, options?: ServiceOptions): TestService {
  const service = new TestService(settings, options)
  before(() => inPhase('start', () => service.start()))
  after(() => inPhase('start', () => service.stop()))
  return service
}

/** For tests in which all time is that of the service, which a busy machine then does not change. */
export const useSteadyService = (settings?: Record<string, string>, options?: ServiceOptions): TestService =>
  useService(settings, { clock: 'steady', ...options })
