import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { type Config, loadConfig, misspeltSettings, readEnvironment, settingsSchema } from './config.ts'
import { StartError } from './lib/errors.ts'

const secret = 'a-secret-for-tests-of-32-bytes-or-more'

/** The lines with which a start is refused. */
function refusalOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment)
  } catch (error) {
    assert.ok(error instanceof StartError, `${error} is no StartError`)
    return error.message.split('\n')
  }
  return assert.fail(`nothing is wrong with ${JSON.stringify(environment)}`)
}

test('without any setting the defaults hold', () => {
  assert.deepEqual(loadConfig({}), {
    production: false,
    port: 3000,
    host: '0.0.0.0',
    dataDir: resolve('./data'),
    databaseUrl: undefined,
    distribute: false,
    redisUrl: undefined,
    workers: 1,
    stopDelaySeconds: 0,
    packReadingsAfterSeconds: 3600,
    retention: { readings: 7_776_000, traces: undefined, incidents: undefined, audit: undefined },
    backup: undefined,
    backupKey: undefined,
    jwtSecret: undefined,
    sessionSeconds: 86_400,
    admin: undefined,
    corsOrigins: [],
    trustProxy: ['loopback'],
    rateLimits: {
      global: { points: 100, seconds: 60 },
      signup: { points: 5, seconds: 900 },
      login: { points: 10, seconds: 300 },
      invitations: { points: 20, seconds: 3600 },
      sensor: { points: 1, seconds: 1 },
      backfill: { points: 1_000_000, seconds: 86_400 },
      connections: { points: 250, seconds: 1 },
    },
    sharedNetworks: [],
    signup: 'open',
    logLevel: 'info',
    tls: undefined,
    latestFirmware: undefined,
    notifications: {
      publicUrl: undefined,
      mail: undefined,
      ntfyServers: ['https://ntfy.sh'],
      isHeld: false,
      allowPrivateTargets: false,
    },
    timeZone: undefined,
    locale: undefined,
    emergencyPhone: undefined,
    mqtt: {
      port: undefined,
      brokerUrl: undefined,
      topicPrefix: 'fallwatch',
      clientId: `fallwatch-${hostname()}`,
    },
    metrics: undefined,
  })
})

const shared = { DATABASE_URL: 'postgres://db/care', REDIS_URL: 'redis://cache' }
const sharedConfig = { databaseUrl: shared.DATABASE_URL, redisUrl: shared.REDIS_URL }

describe('a good value is taken', () => {
  const cases: [Record<string, string>, Partial<Config>][] = [
    [{ NODE_ENV: 'production' }, { production: true }],
    [{ NODE_ENV: 'test' }, { production: false }],
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ DATA_DIR: '/var/lib/fallwatch' }, { dataDir: '/var/lib/fallwatch' }],
    [{ DATA_DIR: 'elsewhere' }, { dataDir: resolve('elsewhere') }],
    [{ DATABASE_URL: 'postgres://u:p@db:5432/care' }, { databaseUrl: 'postgres://u:p@db:5432/care' }],
    [{ DATABASE_URL: 'postgresql://db/care' }, { databaseUrl: 'postgresql://db/care' }],
    [
      { DATABASE_URL: 'postgres://u:p@a:5432,b/care?target_session_attrs=read-write' },
      { databaseUrl: 'postgres://u:p@a:5432,b/care?target_session_attrs=read-write' },
    ],
    [{ REDIS_URL: 'redis://cache:6379/1' }, { redisUrl: 'redis://cache:6379/1' }],
    [{ REDIS_URL: 'rediss://cache' }, { redisUrl: 'rediss://cache' }],
    [{ REDIS_URL: 'redis://a:1,redis://b:2' }, { redisUrl: 'redis://a:1,redis://b:2' }],
    [
      { WORKERS: '4', ...shared },
      { workers: 4, ...sharedConfig },
    ],
    [
      { WORKERS: 'auto', ...shared },
      { workers: availableParallelism(), ...sharedConfig },
    ],
    [{ STOP_DELAY: '0' }, { stopDelaySeconds: 0 }],
    [{ STOP_DELAY: '5s' }, { stopDelaySeconds: 5 }],
    [{ PACK_READINGS_AFTER: '90m' }, { packReadingsAfterSeconds: 5400 }],
    [{ PACK_READINGS_AFTER: 'off' }, { packReadingsAfterSeconds: undefined }],
    [
      {
        RETENTION_READINGS: '30d',
        RETENTION_TRACES: '8d',
        RETENTION_INCIDENTS: '365d',
        RETENTION_AUDIT: '730d',
      },
      { retention: { readings: 2_592_000, traces: 691_200, incidents: 31_536_000, audit: 63_072_000 } },
    ],
    [{ BACKUP_DIR: '/backup' }, { backup: { folder: '/backup', minuteOfDay: 180, copies: 7 } }],
    [
      { BACKUP_DIR: '/backup', BACKUP_AT: '23:30', BACKUP_COPIES: '30' },
      { backup: { folder: '/backup', minuteOfDay: 1410, copies: 30 } },
    ],
    [{ RATE_LIMIT_SHARED: '192.0.2.7, 2001:db8::/32' }, { sharedNetworks: ['192.0.2.7', '2001:db8::/32'] }],
    [{ SIGNUP: 'patients' }, { signup: 'patients' }],
    [{ JWT_SECRET: secret }, { jwtSecret: secret }],
    [{ JWT_SECRET: 'é'.repeat(16) }, { jwtSecret: 'é'.repeat(16) }],
    [{ SESSION_DURATION: '30m' }, { sessionSeconds: 1800 }],
    [{ SESSION_DURATION: '7d' }, { sessionSeconds: 604_800 }],
    [{ SESSION_DURATION: '3600' }, { sessionSeconds: 3600 }],
    [
      { ADMIN_EMAIL: ' Ana@Example.org ', ADMIN_PASSWORD: 'First-Admin-1!' },
      { admin: { email: 'ana@example.org', password: 'First-Admin-1!' } },
    ],
    [
      { CORS_ORIGINS: 'https://care.example.org, http://localhost:5173,' },
      { corsOrigins: ['https://care.example.org', 'http://localhost:5173'] },
    ],
    [{ TRUST_PROXY: 'off' }, { trustProxy: false }],
    [
      { TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' },
      { trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::1'] },
    ],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ TLS_OWN_CERTIFICATE: 'on' }, { tls: 'own' }],
    [{ TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' }, { tls: { cert: 'cert.pem', key: 'key.pem' } }],
    [
      {
        PUBLIC_URL: 'https://care.example.org',
        SMTP_URL: 'smtps://mail.example.org',
        MAIL_FROM: 'Fallwatch <alerts@example.org>',
        NTFY_SERVERS: 'https://ntfy.sh, https://ntfy.example.org',
        NOTIFICATIONS: 'held',
        ALLOW_PRIVATE_TARGETS: 'on',
      },
      {
        notifications: {
          publicUrl: 'https://care.example.org',
          mail: { smtpUrl: 'smtps://mail.example.org', from: 'Fallwatch <alerts@example.org>' },
          ntfyServers: ['https://ntfy.sh', 'https://ntfy.example.org'],
          isHeld: true,
          allowPrivateTargets: true,
        },
      },
    ],
    [{ TIME_ZONE: 'Europe/Madrid' }, { timeZone: 'Europe/Madrid' }],
    [
      {
        MQTT_PORT: '1883',
        MQTT_URL: 'mqtts://a:b@broker.example',
        MQTT_TOPIC_PREFIX: 'home/falls',
        MQTT_CLIENT_ID: 'one',
      },
      {
        mqtt: {
          port: 1883,
          brokerUrl: 'mqtts://a:b@broker.example',
          topicPrefix: 'home/falls',
          clientId: 'one',
        },
      },
    ],
    [{ METRICS_PORT: '9464' }, { metrics: { port: 9464, host: '127.0.0.1', token: undefined } }],
    [
      { METRICS_TOKEN: 'sixteen-letters!', METRICS_HOST: '10.0.0.5' },
      { metrics: { port: undefined, host: '10.0.0.5', token: 'sixteen-letters!' } },
    ],
    [{ METRICS_HOST: '10.0.0.5' }, { metrics: undefined }],
    [{ LATEST_FIRMWARE: '2.1.0' }, { latestFirmware: '2.1.0' }],
    [{ LATEST_FIRMWARE: '2.1.0-rc.1+build.5' }, { latestFirmware: '2.1.0-rc.1+build.5' }],
  ]
  for (const [environment, expected] of cases) {
    test(JSON.stringify(environment), () => {
      assert.deepEqual(loadConfig(environment), { ...loadConfig({}), ...expected })
    })
  }

  for (const name of ['GLOBAL', 'SIGNUP', 'LOGIN', 'INVITATIONS', 'SENSOR', 'BACKFILL'] as const) {
    test(`RATE_LIMIT_${name} with numbers and off`, () => {
      const limit = (value: string) =>
        loadConfig({ [`RATE_LIMIT_${name}`]: value }).rateLimits[name.toLowerCase() as 'global']
      assert.deepEqual(limit('250/30s'), { points: 250, seconds: 30 })
      assert.deepEqual(limit('1/1h'), { points: 1, seconds: 3600 })
      assert.equal(limit('off'), undefined)
    })
  }
})

const badDurations = ['soon', '1.5h', '-5m', '0', '0h', '1w', '1e3', '999999999d']
const badLimits = [
  '100',
  '100/',
  '/1m',
  '0/1m',
  '-1/1m',
  '1.5/1m',
  '100/0',
  '100/soon',
  'on',
  '100/1m/1m',
  '100/25h',
]
const badValues: Record<string, string[]> = {
  PORT: ['65536', '-1', '3000.5', 'http', '0x50', '123456'],
  DATABASE_URL: ['mysql://user:hunter2@db/care', 'db.example.org:5432', 'not a url'],
  REDIS_URL: ['http://user:hunter2@cache', 'cache:6379', 'redis', 'redis://a,', 'redis://a,http://b'],
  WORKERS: ['0', '-1', '1.5', 'all', '129'],
  STOP_DELAY: ['-1', 'soon', '61s', '2m'],
  PACK_READINGS_AFTER: ['-1', '0', '59m', 'soon', '91d'],
  RETENTION_READINGS: ['7d', 'off', 'soon', '4000d'],
  RETENTION_TRACES: ['7d', 'never', '4000d'],
  RETENTION_INCIDENTS: ['29d', 'never'],
  RETENTION_AUDIT: ['29d', '0'],
  BACKUP_AT: ['24:00', '3:00', 'noon', '03:60'],
  BACKUP_COPIES: ['0', '-1', '1.5', 'all'],
  RATE_LIMIT_SHARED: ['home', '192.0.2.0/33', '192.0.2.0/24;10.0.0.0/8'],
  SIGNUP: ['off', 'OPEN', 'caregivers'],
  JWT_SECRET: ['short', 'x'.repeat(31)],
  SESSION_DURATION: badDurations,
  CORS_ORIGINS: [
    '*',
    'care.example.org',
    'https://care.example.org/',
    'https://care.example.org/app',
    'null',
  ],
  TRUST_PROXY: ['yes', 'off,loopback', '10.0.0.0/33', '256.0.0.1', 'proxy.example.org'],
  RATE_LIMIT_GLOBAL: badLimits,
  RATE_LIMIT_SIGNUP: badLimits,
  RATE_LIMIT_LOGIN: badLimits,
  RATE_LIMIT_INVITATIONS: badLimits,
  RATE_LIMIT_SENSOR: badLimits,
  LOG_LEVEL: ['verbose', 'INFO'],
  METRICS_PORT: ['65536', 'on', '-1'],
  METRICS_TOKEN: ['fifteen-letters', 'a token with spaces', 'sixteen-lëtters!'],
  LATEST_FIRMWARE: ['2.1', 'v2.1.0', '2.1.0.4', 'newest'],
  PUBLIC_URL: ['care.example.org', 'https://care.example.org/path', 'ftp://care.example.org'],
  NTFY_SERVERS: ['ntfy.sh', 'https://ntfy.sh/topic'],
  ALLOW_PRIVATE_TARGETS: ['yes', 'true'],
  TIME_ZONE: ['Madrid', '+02:00', 'Europe/Nowhere'],
}

for (const [name, values] of Object.entries(badValues)) {
  describe(`${name} is refused in one line when it is`, () => {
    for (const value of values) {
      test(value, () => {
        const lines = refusalOf({ [name]: value })
        assert.equal(lines.length, 1)
        assert.ok(lines[0]?.startsWith(`${name} `), lines[0])
      })
    }
  })
}

describe('a secret is never repeated', () => {
  const secrets: [Record<string, string>, string, string][] = [
    [{ JWT_SECRET: 'too-short-secret' }, 'JWT_SECRET', 'too-short-secret'],
    [{ ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: 'hunter2' }, 'ADMIN_PASSWORD', 'hunter2'],
    [{ ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: 'Password1!' }, 'ADMIN_PASSWORD', 'Password1!'],
    [{ DATABASE_URL: 'mysql://user:hunter2@db/care' }, 'DATABASE_URL', 'hunter2'],
    [{ REDIS_URL: 'http://user:hunter2@cache' }, 'REDIS_URL', 'hunter2'],
    [{ ADMIN_PASSWORD: 'First-Admin-1!' }, 'ADMIN_EMAIL', 'First-Admin-1!'],
    [{ METRICS_TOKEN: 'too-short' }, 'METRICS_TOKEN', 'too-short'],
  ]
  for (const [environment, name, value] of secrets) {
    test(`in ${Object.keys(environment).join(' and ')}`, () => {
      const message = refusalOf(environment).join('\n')
      assert.ok(message.includes(name))
      assert.ok(!message.includes(value))
    })
  }
})

describe('what belongs together must be set together', () => {
  const halves: [Record<string, string>, string][] = [
    [{ ADMIN_EMAIL: 'ana@example.org' }, 'ADMIN_PASSWORD must be set together with ADMIN_EMAIL'],
    [{ ADMIN_PASSWORD: 'First-Admin-1!' }, 'ADMIN_EMAIL must be set together with ADMIN_PASSWORD'],
    [{ TLS_CERT: 'cert.pem' }, 'TLS_KEY must be set together with TLS_CERT'],
    [
      { TLS_OWN_CERTIFICATE: 'on', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' },
      'TLS_OWN_CERTIFICATE must be off with TLS_CERT, which names another certificate',
    ],
    [
      { TLS_OWN_CERTIFICATE: 'on', WORKERS: '2', ...shared },
      'TLS_OWN_CERTIFICATE is for one process: with several WORKERS, set TLS_CERT and TLS_KEY',
    ],
    [{ TLS_KEY: 'key.pem' }, 'TLS_CERT must be set together with TLS_KEY'],
    [{ SMTP_URL: 'smtp://127.0.0.1' }, 'MAIL_FROM must be set together with SMTP_URL'],
    [{ MAIL_FROM: 'alerts@example.org' }, 'SMTP_URL must be set together with MAIL_FROM'],
  ]
  for (const [environment, line] of halves) {
    test(line, () => assert.deepEqual(refusalOf(environment), [line]))
  }

  test('a mail server and a sender must be good', () => {
    const good = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'alerts@example.org' }
    for (const SMTP_URL of ['mail.example.org', 'https://mail.example.org'])
      assert.deepEqual(refusalOf({ ...good, SMTP_URL }), [
        'SMTP_URL must be a URL that begins with smtp:// or smtps://',
      ])
    for (const MAIL_FROM of ['Fallwatch', 'alerts@', '<alerts@example.org> Fallwatch'])
      assert.deepEqual(refusalOf({ ...good, MAIL_FROM }), [
        'MAIL_FROM must be a sender such as Fallwatch <alerts@example.org>',
      ])
  })

  test('an e-mail and a password of the first admin must be good', () => {
    const lines = refusalOf({ ADMIN_EMAIL: 'ana', ADMIN_PASSWORD: 'First-Admin-1!' })
    assert.deepEqual([lines.length, lines[0]?.split(' ')[0]], [1, 'ADMIN_EMAIL'])
  })
})

describe('JWT_SECRET', () => {
  const production = { NODE_ENV: 'production' }
  const own = { DATABASE_URL: 'postgres://db/care' }

  test('is required in production with a database of one’s own', () => {
    const lines = refusalOf({ ...production, ...own })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^JWT_SECRET must be set/)
    assert.equal(loadConfig({ ...production, ...own, JWT_SECRET: secret }).jwtSecret, secret)
  })

  test('is not required otherwise', () => {
    for (const environment of [production, own]) assert.equal(loadConfig(environment).jwtSecret, undefined)
  })
})

test('every bad setting gets its line', () => {
  const lines = refusalOf({ PORT: 'x', JWT_SECRET: 'x', LOG_LEVEL: 'x', RATE_LIMIT_LOGIN: 'x' })
  const names = lines.map((line) => line.split(' ')[0])
  assert.deepEqual(names.sort(), ['JWT_SECRET', 'LOG_LEVEL', 'PORT', 'RATE_LIMIT_LOGIN'])
})

test('an empty value is no value, and unknown variables are ignored', () => {
  const empty = { PORT: '', JWT_SECRET: '  ', TLS_CERT: '', DATABASE_URL: '', LOG_LEVEL: '\t', HOME: '/root' }
  assert.deepEqual(loadConfig(empty), loadConfig({}))
})

describe('a misspelt setting', () => {
  test('is named with the setting that was meant, but not with its value', () => {
    const environment = { SMPT_URL: 'smtp://user:secret-word@mail', PORT: '80', HOME: '/root', TLS_KEYS: '' }
    assert.deepEqual(misspeltSettings(environment), [
      'SMPT_URL is not a setting and is ignored: did you mean SMTP_URL?',
    ])
  })

  test('is named beside what is wrong because of it', () => {
    assert.throws(() => loadConfig({ SMPT_URL: 'smtp://mail', MAIL_FROM: 'a@example.org' }), {
      message:
        'SMTP_URL must be set together with MAIL_FROM\nSMPT_URL is not a setting and is ignored: did you mean SMTP_URL?',
    })
  })

  test('is not among those that exist, nor among usual variables', () => {
    const settings = Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, 'x']))
    const usual =
      'PATH HOME HOSTNAME USER LOGNAME MAIL SHELL TERM LANG LC_ALL TZ PWD OLDPWD SHLVL NODE_OPTIONS NODE_PATH ' +
      'PGHOST PGPORT PGUSER TEST_DATABASE_URL INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY REDIS_PORT POSTGRES_PASSWORD ' +
      'NO_COLOR HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE npm_lifecycle_event KUBERNETES_SERVICE_HOST'
    assert.deepEqual(
      misspeltSettings({ ...settings, ...Object.fromEntries(usual.split(' ').map((name) => [name, 'x'])) }),
      [],
    )
  })
})

test('settings cannot be changed once they are read', () => {
  const config = loadConfig({}) as { port: number }
  assert.throws(() => {
    config.port = 1
  }, TypeError)
})

describe('a file .env', () => {
  const home = process.cwd()

  function inFolder(work: () => void) {
    const folder = mkdtempSync(join(tmpdir(), 'fallwatch-env-'))
    process.chdir(folder)
    try {
      work()
    } finally {
      process.chdir(home)
      rmSync(folder, { recursive: true })
    }
  }

  test('lies beneath the environment', (t) =>
    inFolder(() => {
      t.after(() => delete process.env.FALLWATCH_TEST)
      process.env.FALLWATCH_TEST = 'from the environment'
      writeFileSync('.env', 'FALLWATCH_TEST=from the file\nFALLWATCH_FILE="from the file"\n')
      const { FALLWATCH_TEST, FALLWATCH_FILE } = readEnvironment()
      assert.deepEqual([FALLWATCH_TEST, FALLWATCH_FILE], ['from the environment', 'from the file'])
    }))

  test('need not be there', () => inFolder(() => assert.equal(readEnvironment().PATH, process.env.PATH)))

  test('that cannot be read stops the start', () =>
    inFolder(() => {
      mkdirSync('.env')
      assert.throws(readEnvironment, StartError)
    }))
})
