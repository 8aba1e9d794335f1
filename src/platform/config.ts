import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism, hostname } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { findHostProblem, listDatabaseUrls } from './lib/database-hosts.ts'
import { parseDuration, secondsPerDay, secondsPerHour, secondsPerMinute } from './lib/duration.ts'
import { emailSchema } from './lib/email.ts'
import { StartError } from './lib/errors.ts'
import { isTimeZone } from './lib/local-time.ts'
import { nearestName } from './lib/nearest-name.ts'
import { passwordSchema } from './lib/password-rules.ts'

/** `points` requests per window of `seconds`; undefined if it is switched off. */
export type RateLimit = { points: number; seconds: number } | undefined

const maxSessionSeconds = 10 * 365 * secondsPerDay
const maxWindowSeconds = secondsPerDay
const maxStopDelaySeconds = secondsPerMinute
const maxWorkers = 128
/** A repeated reading is looked for among those of the last hour, which are therefore not packed yet. */
const minPackingDelaySeconds = secondsPerHour
const maxPackingDelaySeconds = 90 * secondsPerDay

const isLocale = (name: string) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}

const duration = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value, context) => {
      const seconds = parseDuration(value)
      if (seconds !== undefined && seconds <= maxSessionSeconds) return seconds
      context.addIssue('must be a duration such as 24h, 30m, 7d or a number of seconds, ten years at most')
      return z.NEVER
    })

/** Readings are accepted for a week, and traces become final after that. */
const minRetentionSeconds = 8 * secondsPerDay
/** The database itself keeps audit entries that long; statistics look at incidents of a month. */
const minHistorySeconds = 30 * secondsPerDay

/** How long records are kept; undefined is for ever. */
const retention = (minSeconds: number, fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value, context) => {
      if (value === 'off') return undefined
      const seconds = parseDuration(value) ?? 0
      if (seconds >= minSeconds && seconds <= maxSessionSeconds) return seconds
      context.addIssue(`must be off or a duration from ${minSeconds / secondsPerDay}d to ten years`)
      return z.NEVER
    })

const rateLimit = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value, context): RateLimit => {
      if (value === 'off') return undefined
      const [points = '', window = '', ...rest] = value.split('/')
      const seconds = parseDuration(window)
      if (/^[1-9]\d{0,8}$/.test(points) && seconds && seconds <= maxWindowSeconds && rest.length === 0) {
        return { points: Number(points), seconds }
      }
      context.addIssue('must be a limit such as 100/1m, over a day at most, or off')
      return z.NEVER
    })

const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )

const parseUrl = (value: string) => (URL.canParse(value) ? new URL(value) : undefined)

const isWebOrigin = (value: string) => /^https?:/.test(value) && parseUrl(value)?.origin === value

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const modes = ['development', 'production', 'test']

const proxyWords = ['loopback', 'linklocal', 'uniquelocal']
const isProxy = (value: string) => proxyWords.includes(value) || isIP(value) > 0 || ipaddr.isValidCIDR(value)

const isNetwork = (value: string) => isIP(value) > 0 || ipaddr.isValidCIDR(value)

const signupModes = ['open', 'patients', 'closed'] as const

const port = z
  .string()
  .refine(
    (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
    'must be a whole number from 0 to 65535',
  )
  .transform(Number)

const isUrlOf = (protocols: string[], value: string) => protocols.includes(parseUrl(value)?.protocol ?? '')

const mustBeUrl = (protocols: string[]) =>
  `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`

const url = (protocols: string[]) =>
  z.string().refine((value) => isUrlOf(protocols, value), { error: mustBeUrl(protocols) })

const databaseProtocols = ['postgres:', 'postgresql:']
const redisProtocols = ['redis:', 'rediss:']

/**
 * Every setting, by the name of its environment variable; docs/configuration.md and .env.example describe the same list.
 */
export const settingsSchema = z
  .object({
    NODE_ENV: z.enum(modes, `must be one of ${modes.join(', ')}`).default('development'),
    PORT: port.default(3000),
    HOST: z.string().default('0.0.0.0'),
    DATA_DIR: z
      .string()
      .default('./data')
      .transform((path) => resolve(path)),
    DATABASE_URL: z
      .string()
      .check(({ value, issues }) => {
        const areUrls = listDatabaseUrls(value).every((each) => isUrlOf(databaseProtocols, each))
        const message = findHostProblem(value) ?? (areUrls ? undefined : mustBeUrl(databaseProtocols))
        if (message) issues.push({ code: 'custom', input: value, message })
      })
      .optional(),
    DISTRIBUTED: z.enum(['off', 'citus'], 'must be citus or off').default('off'),
    REDIS_URL: z
      .string()
      .refine((value) => value.split(',').every((node) => isUrlOf(redisProtocols, node)), {
        error: `${mustBeUrl(redisProtocols)}, or several of them separated by commas`,
      })
      .optional(),
    WORKERS: z
      .string()
      .default('1')
      .transform((value, context) => {
        const workers = value === 'auto' ? availableParallelism() : /^\d+$/.test(value) ? Number(value) : 0
        if (workers >= 1 && workers <= maxWorkers) return workers
        context.addIssue(`must be auto or a whole number from 1 to ${maxWorkers}`)
        return z.NEVER
      }),
    STOP_DELAY: z
      .string()
      .default('0')
      .transform((value, context) => {
        const seconds = value === '0' ? 0 : parseDuration(value)
        if (seconds !== undefined && seconds <= maxStopDelaySeconds) return seconds
        context.addIssue('must be 0 or a duration such as 5s, a minute at most')
        return z.NEVER
      }),
    PACK_READINGS_AFTER: z
      .string()
      .default('1h')
      .transform((value, context) => {
        if (value === 'off') return undefined
        const seconds = parseDuration(value) ?? 0
        if (seconds >= minPackingDelaySeconds && seconds <= maxPackingDelaySeconds) return seconds
        context.addIssue('must be off or a duration from 1h to 90d')
        return z.NEVER
      }),
    RETENTION_READINGS: duration('90d').refine(
      (seconds) => seconds >= minRetentionSeconds,
      'must be a duration from 8d to ten years',
    ),
    RETENTION_TRACES: retention(minRetentionSeconds, 'off'),
    RETENTION_INCIDENTS: retention(minHistorySeconds, 'off'),
    RETENTION_AUDIT: retention(minHistorySeconds, 'off'),
    BACKUP_DIR: z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    BACKUP_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:00')
      .default('03:00')
      .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
    BACKUP_KEY: z
      .string()
      .regex(/^[\x21-\x7e]{32,}$/, 'must be at least 32 letters, digits or signs, without spaces')
      .optional(),
    BACKUP_COPIES: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
      .default('7')
      .transform(Number),
    JWT_SECRET: z
      .string()
      .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes long')
      .optional(),
    SESSION_DURATION: duration('24h'),
    ADMIN_EMAIL: emailSchema.optional(),
    ADMIN_PASSWORD: passwordSchema.optional(),
    CORS_ORIGINS: list('').refine(
      (origins) => origins.every(isWebOrigin),
      'must be a comma-separated list of origins such as https://care.example.org',
    ),
    TRUST_PROXY: list('loopback').refine(
      (proxies) => (proxies.length === 1 && proxies[0] === 'off') || proxies.every(isProxy),
      `must be off or a comma-separated list of addresses, networks or ${proxyWords.join(', ')}`,
    ),
    RATE_LIMIT_GLOBAL: rateLimit('100/1m'),
    RATE_LIMIT_SIGNUP: rateLimit('5/15m'),
    RATE_LIMIT_LOGIN: rateLimit('10/5m'),
    RATE_LIMIT_INVITATIONS: rateLimit('20/1h'),
    RATE_LIMIT_SENSOR: rateLimit('1/1s'),
    RATE_LIMIT_BACKFILL: rateLimit('1000000/1d'),
    RATE_LIMIT_CONNECTIONS: rateLimit('250/1s'),
    RATE_LIMIT_SHARED: list('').refine(
      (networks) => networks.every(isNetwork),
      'must be a comma-separated list of addresses or networks such as 192.0.2.0/24',
    ),
    SIGNUP: z.enum(signupModes, `must be one of ${signupModes.join(', ')}`).default('open'),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    TLS_OWN_CERTIFICATE: z.enum(['on', 'off'], 'must be on or off').default('off'),
    LATEST_FIRMWARE: z
      .string()
      .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, 'must be a version such as 2.1.0')
      .optional(),
    PUBLIC_URL: z
      .string()
      .refine(isWebOrigin, 'must be an origin such as https://care.example.org, without a path')
      .optional(),
    SMTP_URL: url(['smtp:', 'smtps:']).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be a sender such as Fallwatch <alerts@example.org>')
      .optional(),
    NTFY_SERVERS: list('https://ntfy.sh').refine(
      (servers) => servers.every(isWebOrigin),
      'must be a comma-separated list of origins such as https://ntfy.sh',
    ),
    NOTIFICATIONS: z.enum(['on', 'held'], 'must be on or held').default('on'),
    ALLOW_PRIVATE_TARGETS: z.enum(['on', 'off'], 'must be on or off').default('off'),
    TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'must be the name of a time zone such as Europe/Madrid')
      .optional(),
    EMERGENCY_PHONE: z
      .string()
      .trim()
      .regex(/^[+0-9 ().-]{3,32}$/, 'must be a telephone number such as 112 or +34 600 123 456')
      .optional(),
    LOCALE: z.string().refine(isLocale, 'must be a locale such as de-DE').optional(),
    MQTT_PORT: port.optional(),
    MQTT_URL: url(['mqtt:', 'mqtts:']).optional(),
    MQTT_TOPIC_PREFIX: z
      .string()
      .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'must be a topic such as fallwatch or home/fallwatch')
      .default('fallwatch'),
    MQTT_CLIENT_ID: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'must be 1 to 100 letters, digits, dots, hyphens or underscores')
      .default(`fallwatch-${hostname()}`),
    METRICS_PORT: port.optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 letters, digits or signs, without spaces')
      .optional(),
  })
  .check(({ value, issues }) => {
    const pairs = [
      ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
      ['TLS_CERT', 'TLS_KEY'],
      ['SMTP_URL', 'MAIL_FROM'],
    ] as const
    for (const [one, other] of pairs) {
      if ((value[one] === undefined) === (value[other] === undefined)) continue
      const [missing, present] = value[one] === undefined ? [one, other] : [other, one]
      issues.push({
        code: 'custom',
        input: value,
        path: [missing],
        message: `must be set together with ${present}`,
      })
    }
    if (value.TLS_OWN_CERTIFICATE === 'on' && value.TLS_CERT) {
      const message = 'must be off with TLS_CERT, which names another certificate'
      issues.push({ code: 'custom', input: value, path: ['TLS_OWN_CERTIFICATE'], message })
    }
    if (value.TLS_OWN_CERTIFICATE === 'on' && value.WORKERS > 1) {
      const message = 'is for one process: with several WORKERS, set TLS_CERT and TLS_KEY'
      issues.push({ code: 'custom', input: value, path: ['TLS_OWN_CERTIFICATE'], message })
    }
    if (value.WORKERS > 1 && !(value.DATABASE_URL && value.REDIS_URL)) {
      const message = 'above 1 requires DATABASE_URL and REDIS_URL, through which the processes work together'
      issues.push({ code: 'custom', input: value, path: ['WORKERS'], message })
    }
    if (value.WORKERS > 1 && value.METRICS_TOKEN && value.METRICS_PORT === undefined) {
      const message =
        'must be set with several WORKERS: each exposes its metrics on its own port, counting up from this one'
      issues.push({ code: 'custom', input: value, path: ['METRICS_PORT'], message })
    }
    if (value.DISTRIBUTED === 'citus' && !value.DATABASE_URL) {
      const message = 'requires DATABASE_URL, the coordinator of the cluster'
      issues.push({ code: 'custom', input: value, path: ['DISTRIBUTED'], message })
    }
    if (value.BACKUP_DIR && value.DATABASE_URL) {
      const message =
        'is for the embedded PostgreSQL: with DATABASE_URL, back up that server with its own tools (pg_dump, pg_basebackup)'
      issues.push({ code: 'custom', input: value, path: ['BACKUP_DIR'], message })
    }
    if (value.NODE_ENV === 'production' && value.DATABASE_URL && !value.JWT_SECRET) {
      const message =
        'must be set in production with DATABASE_URL (at least 32 bytes, the same in every process)'
      issues.push({ code: 'custom', input: value, path: ['JWT_SECRET'], message })
    }
  })

/** Returns the environment variables, with those of a file .env as defaults. */
export function readEnvironment(): NodeJS.Dict<string> {
  try {
    return { ...parseEnv(readFileSync('.env', 'utf8')), ...process.env }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.env
    throw new StartError(`The file .env cannot be read: ${(error as Error).message}`)
  }
}

/** Has a sentence for each variable that is none of ours and nearly named like one. */
export function misspeltSettings(environment: NodeJS.Dict<string>): string[] {
  const known = Object.keys(settingsSchema.shape)
  return Object.entries(environment).flatMap(([name, value]) => {
    const nearest = !known.includes(name) && value?.trim() && nearestName(name, known)
    return nearest ? [`${name} is not a setting and is ignored: did you mean ${nearest}?`] : []
  })
}

export type Config = ReturnType<typeof loadConfig>

/** Parses the settings, or ends startup with a message for each invalid one. */
export function loadConfig(environment: NodeJS.Dict<string>) {
  // An empty value means "not set", as in a line `PORT=` of a .env file.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const result = settingsSchema.safeParse(given)
  if (!result.success) {
    // The message contains no values, which may be secrets.
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new StartError([...problems, ...misspeltSettings(environment)].join('\n'))
  }
  const settings = result.data
  return Object.freeze({
    production: settings.NODE_ENV === 'production',
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    /** Distributes the tables that grow; a database whose tables are distributed already is recognised without it. */
    distribute: settings.DISTRIBUTED === 'citus',
    redisUrl: settings.REDIS_URL,
    workers: settings.WORKERS,
    stopDelaySeconds: settings.STOP_DELAY,
    packReadingsAfterSeconds: settings.PACK_READINGS_AFTER,
    /** In seconds; undefined is for ever. */
    retention: {
      readings: settings.RETENTION_READINGS,
      traces: settings.RETENTION_TRACES,
      incidents: settings.RETENTION_INCIDENTS,
      audit: settings.RETENTION_AUDIT,
    },
    backup: settings.BACKUP_DIR
      ? { folder: settings.BACKUP_DIR, minuteOfDay: settings.BACKUP_AT, copies: settings.BACKUP_COPIES }
      : undefined,
    backupKey: settings.BACKUP_KEY,
    jwtSecret: settings.JWT_SECRET,
    sessionSeconds: settings.SESSION_DURATION,
    admin:
      settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
        ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
        : undefined,
    corsOrigins: settings.CORS_ORIGINS,
    trustProxy: settings.TRUST_PROXY[0] === 'off' ? false : settings.TRUST_PROXY,
    rateLimits: {
      global: settings.RATE_LIMIT_GLOBAL,
      signup: settings.RATE_LIMIT_SIGNUP,
      login: settings.RATE_LIMIT_LOGIN,
      invitations: settings.RATE_LIMIT_INVITATIONS,
      sensor: settings.RATE_LIMIT_SENSOR,
      backfill: settings.RATE_LIMIT_BACKFILL,
      connections: settings.RATE_LIMIT_CONNECTIONS,
    },
    sharedNetworks: settings.RATE_LIMIT_SHARED,
    signup: settings.SIGNUP,
    logLevel: settings.LOG_LEVEL,
    /** The PEM files; `own` for the certificate that the service makes and keeps itself. */
    tls:
      settings.TLS_OWN_CERTIFICATE === 'on'
        ? ('own' as const)
        : settings.TLS_CERT && settings.TLS_KEY
          ? { cert: settings.TLS_CERT, key: settings.TLS_KEY }
          : undefined,
    latestFirmware: settings.LATEST_FIRMWARE,
    notifications: {
      publicUrl: settings.PUBLIC_URL,
      mail:
        settings.SMTP_URL && settings.MAIL_FROM
          ? { smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM }
          : undefined,
      ntfyServers: settings.NTFY_SERVERS,
      isHeld: settings.NOTIFICATIONS === 'held',
      allowPrivateTargets: settings.ALLOW_PRIVATE_TARGETS === 'on',
    },
    timeZone: settings.TIME_ZONE,
    /** Whom patients can call when a call for help does not get through. */
    emergencyPhone: settings.EMERGENCY_PHONE,
    locale: settings.LOCALE,
    mqtt: {
      port: settings.MQTT_PORT,
      brokerUrl: settings.MQTT_URL,
      topicPrefix: settings.MQTT_TOPIC_PREFIX,
      clientId: settings.MQTT_CLIENT_ID,
    },
    metrics:
      settings.METRICS_PORT !== undefined || settings.METRICS_TOKEN !== undefined
        ? { port: settings.METRICS_PORT, host: settings.METRICS_HOST, token: settings.METRICS_TOKEN }
        : undefined,
  })
}
