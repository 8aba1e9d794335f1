import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import ipaddr from 'ipaddr.js'
import { makeFolder } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { startJobs } from '../../src/app/jobs/jobs.ts'
import { settingsSchema } from '../../src/platform/config.ts'
import { maxImportBytes } from '../../src/records/imports/imports.schemas.ts'
import { maxBatchBytes } from '../../src/telemetry/ingest/batch-slots.ts'
import { parseExposition } from '../support/exposition.ts'
import { needsRedis, startRedis } from '../support/redis.ts'
import { useService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const settings = Object.keys(settingsSchema.shape)

/** Gives what the expression's first group found, each once, sorted. */
const matches = (text: string, expression: RegExp) =>
  [...new Set([...text.matchAll(expression)].map((match) => match[1] ?? ''))].sort()

/** Has the kinds of collections measured, which are labels: a young service has not had any. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

describe('what watches the service', () => {
  const service = useService({ METRICS_TOKEN: 'a-token-for-the-metrics' })
  const exposed = async () => {
    const headers = { authorization: 'Bearer a-token-for-the-metrics' }
    return parseExposition((await service.app.inject({ url: '/metrics', headers })).body)
  }
  const namesIn = (text: string) => matches(text, /\b((?:fallwatch|nodejs|process)_[a-z0-9_]+)/g)
  const isExposed = (families: Map<string, { type: string }>, name: string) => {
    const histogram = name.replace(/_(bucket|sum|count)$/, '')
    return (
      (families.has(name) && families.get(name)?.type !== 'histogram') ||
      (histogram !== name && families.get(histogram)?.type === 'histogram')
    )
  }

  for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yml']) {
    test(`${file} asks for nothing that is not exposed`, async () => {
      const names = namesIn(read(file))
      assert.ok(names.length >= 8, `only ${names.length} metrics`)
      const { families } = await exposed()
      assert.deepEqual(
        names.filter((name) => !isExposed(families, name)),
        [],
      )
    })
  }

  test('the dashboard shows, and the documentation names, every metric of the service', async () => {
    const own = [...(await exposed()).families.keys()].filter((name) => name.startsWith('fallwatch_')).sort()
    const shown = namesIn(read('deploy/grafana-dashboard.json')).map((name) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    )
    assert.deepEqual(
      own.filter((name) => !shown.includes(name)),
      [],
    )
    assert.deepEqual(matches(read('docs/metrics.md'), /^\| `(fallwatch_[a-z_]+)/gm), own)
  })

  test('the labels by which both sort are those that are exposed', async () => {
    const stop = startJobs(service.ctx, [{ name: 'test', everyMs: 60_000, run: async () => undefined }])
    await stop()
    await service.signUp()
    collectGarbage()
    // Observers are notified of it in a later iteration of the event loop.
    const families = await until(async () => {
      const now = (await exposed()).families
      return now.get('nodejs_gc_duration_seconds')?.samples[0] !== undefined && now
    })
    const labels = new Set(
      [...families.values()].flatMap(({ samples }) => samples.flatMap(({ labels }) => Object.keys(labels))),
    )
    // What Prometheus adds of its own.
    const added = ['instance', 'job']
    const used = ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yml'].flatMap((file) =>
      matches(read(file), /(?:by|on) \(([a-z_, ]+)\)/g).flatMap((list) => list.split(', ')),
    )
    assert.deepEqual(
      used.filter((label) => !labels.has(label) && !added.includes(label)),
      [],
    )
  })

  test('the dashboard can be imported: panels with ids of their own, on the data source that is chosen', () => {
    const { panels, templating } = JSON.parse(read('deploy/grafana-dashboard.json'))
    const ids = panels.map(({ id }: { id: number }) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(templating.list[0].type, 'datasource')
    for (const { type, title, datasource, targets } of panels) {
      if (type === 'row') continue
      assert.match(datasource.uid, /^\$\{datasource\}$/, title)
      assert.ok(targets.length > 0, title)
    }
  })
})

describe('settings', () => {
  test('in .env.example are all there are', () => {
    assert.deepEqual(matches(read('.env.example'), /^# ([A-Z_]+)=/gm), settings.toSorted())
  })

  test('in docs/configuration.md are all there are, each once', () => {
    const names = (read('docs/configuration.md').match(/^\| `[^|]*/gm) ?? []).join()
    assert.deepEqual([...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name).sort(), settings.toSorted())
  })

  test('of the files in deploy exist', () => {
    const compose = read('deploy/compose.yaml')
    const service = compose.slice(compose.indexOf('\n  fallwatch:'), compose.indexOf('\n  postgres:'))
    const names = [
      ...matches(service, /^ {6}([A-Z_]+):/gm),
      ...matches(read('deploy/compose.env.example'), /^([A-Z_]+)=/gm).filter(
        (n) => n !== 'POSTGRES_PASSWORD',
      ),
      ...matches(read('deploy/Dockerfile'), /^(?:ENV| {3}) ([A-Z_]+)=/gm),
      ...matches(read('deploy/fallwatch.service'), /^Environment=([A-Z_]+)=/gm),
    ]
    assert.ok(names.includes('DATABASE_URL') && names.includes('JWT_SECRET') && names.includes('DATA_DIR'))
    assert.deepEqual(
      names.filter((name) => !settings.includes(name)),
      [],
    )
  })
})

test('what the image is made of is there', () => {
  const copies = read('deploy/Dockerfile').match(/^COPY (?!--from)(.*)$/gm) ?? []
  const sources = copies.flatMap((line) => line.split(' ').slice(1, -1))
  assert.ok(sources.length >= 8)
  const allowed = matches(read('.dockerignore'), /^!(\S+)$/gm)
  for (const source of sources) {
    assert.ok(allowed.includes(source), `.dockerignore keeps ${source} away`)
    assert.ok(readdirSync(join(root, source, '..')).includes(source.split('/').at(-1) ?? ''), source)
  }
})

describe('images', () => {
  const references = ['deploy/Dockerfile', 'deploy/compose.yaml'].flatMap((file) =>
    [...read(file).matchAll(/^(?:FROM| +image:) +(\S+)/gm)].map(([, image = '']) => image),
  )

  test('are pinned by digest', () => {
    assert.equal(references.length, 4)
    for (const image of references) assert.match(image, /^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
  })

  test('have one digest for each name', () => {
    const names = references.map((image) => image.split(':')[0])
    assert.equal(new Set(references).size, new Set(names).size)
  })

  test('have a Node that is maintained', () => {
    const majors = references.flatMap((image) => /^node:(\d+)-/.exec(image)?.[1] ?? [])
    assert.deepEqual(majors, ['24', '24'])
  })
})

describe('compose.yaml', () => {
  const compose = read('deploy/compose.yaml')
  /** The text of everything under `services`, `networks` or `volumes`, by name. */
  const entriesOf = (section: string) => {
    const [, text = ''] = new RegExp(`^${section}:\\n(.*?)(?=^\\S|(?![\\s\\S]))`, 'ms').exec(compose) ?? []
    return new Map(
      text.split(/^(?= {2}[a-z-]+:)/m).flatMap((entry): [string, string][] => {
        const name = /^ {2}([a-z-]+):/.exec(entry)?.[1]
        return name ? [[name, entry]] : []
      }),
    )
  }
  const services = entriesOf('services')
  const networks = entriesOf('networks')
  /** The items of a list of a service: `- this`. */
  const listOf = (service: string, key: string) => {
    const [, items = ''] =
      new RegExp(`^ {4}${key}:\\n((?: {6}- .*\\n)*)`, 'm').exec(services.get(service) ?? '') ?? []
    return [...items.matchAll(/^ {6}- "?(.*?)"?$/gm)].map(([, item = '']) => item)
  }

  test('has the three services', () => {
    assert.deepEqual([...services.keys()], ['fallwatch', 'postgres', 'redis'])
  })

  for (const name of ['fallwatch', 'postgres', 'redis']) {
    test(`${name} has limits, no capabilities and no files of its own but in its volume`, () => {
      const service = services.get(name) ?? ''
      assert.match(service, /^ {4}mem_limit: \d+[mg]$/m)
      assert.match(service, /^ {4}pids_limit: \d+$/m)
      assert.match(service, /^ {4}read_only: true$/m)
      assert.deepEqual(listOf(name, 'cap_drop'), ['ALL'])
      assert.deepEqual(listOf(name, 'security_opt'), ['no-new-privileges:true'])
      assert.doesNotMatch(service, /cap_add|privileged/)
    })
  }

  test('the gateway of the network is trusted to name the client, and nobody else', () => {
    const [, gateway = ''] = /^ +gateway: (\S+)$/m.exec(networks.get('proxy') ?? '') ?? []
    const [, subnet = ''] = /^ +- subnet: (\S+)$/m.exec(networks.get('proxy') ?? '') ?? []
    assert.ok(ipaddr.parse(gateway).match(ipaddr.parseCIDR(subnet)))
    const [, trusted] = /^ {6}TRUST_PROXY: (.*)$/m.exec(services.get('fallwatch') ?? '') ?? []
    assert.equal(trusted, gateway)
  })

  test('only this machine reaches the ports, and only the service is reached', () => {
    for (const port of listOf('fallwatch', 'ports')) assert.match(port, /^127\.0\.0\.1:/)
    assert.match(networks.get('stores') ?? '', /^ {4}internal: true$/m)
    for (const store of ['postgres', 'redis']) {
      assert.deepEqual([listOf(store, 'networks'), listOf(store, 'ports')], [['stores'], []])
    }
  })

  test('Redis keeps nothing on a disk', needsRedis, async () => {
    assert.deepEqual([listOf('redis', 'volumes'), listOf('redis', 'tmpfs')], [[], ['/data:size=1m']])
    const [program, ...options] = listOf('redis', 'command')
    assert.equal(program, 'redis-server')
    // startRedis sets these two as well.
    assert.deepEqual(options.slice(0, 4), ['--save', '', '--appendonly', 'no'])
    const redis = await startRedis('', ...options)
    const settingOf = async (name: string) => ((await redis.client.config('GET', name)) as string[])[1]
    assert.deepEqual(
      [
        await settingOf('save'),
        await settingOf('appendonly'),
        await settingOf('maxmemory'),
        await settingOf('maxmemory-policy'),
      ],
      ['', 'no', String(256 * 1024 * 1024), 'allkeys-lru'],
    )
    await redis.stop()
  })
})

describe('the systemd unit and the commands of the documentation', () => {
  const unit = read('deploy/fallwatch.service')
  const guide = read('docs/production.md') + read('docs/backups.md')
  const directive = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]
  const [account, dataDir] = [directive('User'), directive('Environment=DATA_DIR')]
  const backupDir = directive('ReadWritePaths')?.replace(/^-/, '')

  test('name one folder for backups, which belongs to the account of the service', () => {
    assert.equal(directive('ProtectSystem'), 'strict')
    // A dynamic user could not own a folder outside of the unit's own.
    assert.equal(directive('DynamicUser'), undefined)
    assert.ok(guide.includes(`useradd --system --user-group --shell /usr/sbin/nologin ${account}\n`))
    assert.ok(guide.includes(`--owner=${account} --group=${account} --mode=0700 ${backupDir}\n`))
    assert.ok(guide.includes(`echo 'BACKUP_DIR=${backupDir}' >> ${directive('EnvironmentFile')?.slice(1)}\n`))
  })

  test('back up and restore the store of the unit as its account', () => {
    assert.equal(dataDir, `/var/lib/${directive('StateDirectory')}`)
    const commands = [...guide.matchAll(/(.*)\bnode dist\/(?:backup|restore)-command\.js (\S+)/g)]
    assert.equal(commands.length, 3)
    for (const [line, before, folder] of commands) {
      assert.ok(before?.endsWith(`runuser -u ${account} -- env DATA_DIR=${dataDir} `), line)
      assert.equal(folder?.replace(')', ''), backupDir, line)
    }
  })
})

/** Where there is no systemd, ln takes other options. */
const needsLinux = process.platform === 'linux' ? {} : { skip: 'ln takes other options here' }

describe('the link that the systemd unit names', () => {
  const unit = read('deploy/fallwatch.service')
  const guide = read('docs/production.md')
  const sectionOf = (title: string) =>
    guide.split(/^###? /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  const blocksOf = (title: string) =>
    [...sectionOf(title).matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands)
  const [install = ''] = blocksOf('systemd')
  const [upgrade = '', repair = ''] = blocksOf('Installing beside')

  /** Runs those commands of a block that move and link folders, with /opt in another place. */
  const runIn = (opt: string, block: string) => {
    const commands = block.split('\n').filter((line) => /^(ln|mv) /.test(line))
    assert.notEqual(commands.length, 0)
    const script = commands.join('\n').replaceAll('/opt/', `${opt}/`)
    return spawnSync('sh', ['-ec', script], { encoding: 'utf8' })
  }
  const makeVersions = () => {
    const opt = makeFolder()
    for (const version of ['0.1.0', '0.2.0']) mkdirSync(join(opt, `fallwatch-${version}`))
    return opt
  }

  test('is made by the first installation and changed by an upgrade', needsLinux, () => {
    const opt = makeVersions()
    for (const [block, version] of [
      [install, '0.1.0'],
      [upgrade, '0.2.0'],
    ] as const) {
      assert.equal(runIn(opt, block).stderr, '')
      assert.equal(readlinkSync(join(opt, 'fallwatch')), join(opt, `fallwatch-${version}`))
    }
    assert.deepEqual(readdirSync(join(opt, 'fallwatch-0.1.0')), [], 'no link inside the old version')
  })

  test('does not hide in a real folder of that name, which is first renamed', needsLinux, () => {
    const opt = makeVersions()
    rmdirSync(join(opt, 'fallwatch-0.1.0'))
    mkdirSync(join(opt, 'fallwatch'))
    assert.notEqual(runIn(opt, upgrade).status, 0)
    assert.deepEqual(readdirSync(join(opt, 'fallwatch')), [])
    for (const block of [repair, upgrade]) assert.equal(runIn(opt, block).stderr, '')
    assert.equal(readlinkSync(join(opt, 'fallwatch')), join(opt, 'fallwatch-0.2.0'))
  })

  test('leads to a version that is built in the same way each time, and asked for once it runs', () => {
    for (const [block, version] of [
      [install, '0.1.0'],
      [upgrade, '0.2.0'],
    ] as const) {
      const folder = `/opt/fallwatch-${version}`
      assert.match(block, new RegExp(`^git clone --branch v${version} \\S+ ${folder}$`, 'm'))
      assert.ok(block.includes(`(cd ${folder} && npm ci && npm run build && npm prune --omit=dev)`))
      assert.match(block, new RegExp(`/api/health \\| grep .*"version":"${version}"'\n$`))
    }
    assert.equal(/^WorkingDirectory=(.*)$/m.exec(unit)?.[1], '/opt/fallwatch')
    assert.match(unit, /^ExecStart=.* \/opt\/fallwatch\/dist\/main\.js$/m)
  })
})

describe('the proxies take bodies as large as the service does, and no larger', () => {
  const importPath = '/api/admin/imports'
  const mebibytes = (bytes: number) => bytes / 1024 / 1024
  const [batch, files] = [mebibytes(maxBatchBytes), mebibytes(maxImportBytes)]

  test('nginx', () => {
    const config = read('deploy/nginx.conf')
    const limits = [...config.matchAll(/^( +)client_max_body_size (\d+)m;/gm)]
    assert.deepEqual(
      limits.map(([, indent, size]) => [indent?.length, Number(size)]),
      [
        [4, batch],
        [8, files],
      ],
    )
    assert.match(config, new RegExp(`location = ${importPath} \\{\\s+client_max_body_size ${files}m;`))
  })

  test('Caddy, both by the announced length and on the way', () => {
    const config = read('deploy/Caddyfile')
    const length = (bytes: number) => `int\\({header.Content-Length}\\) > ${bytes}\``
    const elsewhere = `@large \\{\\s+not path ${importPath}\\s+expression .*${length(maxBatchBytes)}`
    assert.match(config, new RegExp(elsewhere))
    assert.match(config, new RegExp(`@largeImport expression .*${length(maxImportBytes)}`))
    assert.match(config, new RegExp(`@imports path ${importPath}\\s+@others not path ${importPath}`))
    const limits = [...config.matchAll(/request_body (\S+) {\s+max_size (\d+)MiB/g)]
    assert.deepEqual(
      limits.map(([, matcher, size]) => [matcher, Number(size)]),
      [
        ['@imports', files],
        ['@others', batch],
      ],
    )
  })

  test('and the documentation tells those of others', () => {
    const text = read('docs/production.md').replaceAll(/\s+/g, ' ')
    assert.ok(text.includes(`bodies of ${batch} MiB for batches, and of ${files} MiB for [imports]`))
  })
})

test('Node is given the same options wherever the service is started', () => {
  const usual = /node(( --[\w-]+=\w+)+) scripts\/run\.mjs start/.exec(read('package.json'))?.[1]?.trim()
  assert.ok(usual, 'package.json names none')
  const plain = (file: string) => read(file).replaceAll(/['",[\]]/g, '')
  assert.match(plain('deploy/Dockerfile'), new RegExp(`^CMD node ${usual} dist/main.js$`, 'm'))
  assert.match(plain('deploy/fallwatch.service'), new RegExp(`^ExecStart=/usr/bin/node ${usual} `, 'm'))
  assert.ok(read('docs/production.md').includes(`node ${usual} scripts/run.mjs start`))
  assert.match(plain('harness/start-service.ts'), new RegExp(`^const nodeOptions = ${usual}$`, 'm'))
})
