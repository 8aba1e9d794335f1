// Holds the documents against what they speak of: files, headings, tasks, settings, and the service itself.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { settingsSchema } from '../../src/platform/config.ts'
import { defaultTopicPrefix, publishedTopics, responsesName } from '../../src/telemetry/mqtt/topics.ts'
import { fencesOf, withoutFences } from '../support/documents.ts'
import { fullTest } from '../support/full.ts'
import { adminAccount, useService } from '../support/service.ts'

const service = useService()
const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(file, 'utf8')

function filesIn(folder: string, pattern: RegExp): string[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => pattern.test(name)).map((name) => join(root, folder, name))
}

const documents = [
  ...readdirSync(root)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, name)),
  ...['docs', 'examples', 'deploy', 'bench'].flatMap((folder) => filesIn(folder, /\.md$/)),
]

/** Gives what a heading is called in a link, as GitHub makes it. */
function anchorsOf(file: string): string[] {
  const headings = [...withoutFences(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  const slugs = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
  return slugs.map((slug, i) => {
    const before = slugs.slice(0, i).filter((other) => other === slug).length
    return before === 0 ? slug : `${slug}-${before}`
  })
}

/** Lists the links and pictures of a document that are not addresses on the web. */
function linksOf(document: string): { link: string; target: string; anchor: string | undefined }[] {
  const text = withoutFences(read(document))
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href|srcset)="([^"]+)"/g)]
  return links
    .map(([, link = '', attribute = '']) => link || attribute)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#')
      return { link, target: path ? resolve(dirname(document), path) : document, anchor }
    })
}

/** Lists the links of a document that lead nowhere, or out of the repository. */
function brokenLinks(document: string): string[] {
  return linksOf(document)
    .filter(({ target, anchor }) => {
      if (relative(root, target).startsWith('..') || !existsSync(target)) return true
      return anchor !== undefined && !anchorsOf(target).includes(anchor)
    })
    .map(({ link }) => `${relative(root, document)}: ${link}`)
}

test('every link between the documents leads somewhere', () => {
  assert.ok(documents.length > 5)
  assert.deepEqual(documents.flatMap(brokenLinks), [])
})

test('the index lists every page of docs once', () => {
  const index = join(root, 'docs', 'README.md')
  const listed = linksOf(index)
    .map(({ target }) => target)
    .filter((target) => dirname(target) === dirname(index))
  const pages = filesIn('docs', /\.md$/).filter((page) => page !== index)
  assert.deepEqual(listed.sort(), pages.sort())
})

test('every picture is shown or linked', () => {
  const targets = new Set(documents.flatMap(linksOf).map(({ target }) => target))
  const pictures = filesIn('docs', /\.(svg|png|jpe?g|gif|webp)$/)
  assert.ok(pictures.length > 0)
  assert.deepEqual(
    pictures.filter((picture) => !targets.has(picture)),
    [],
  )
})

/** The changelog grows with each release, and the list of error codes is for looking one up. */
const longDocuments = /(CHANGELOG|errors)\.md$/
const pages = documents.filter((document) => !document.endsWith('CHANGELOG.md'))

test('every page has less than 250 lines', () => {
  const tooLong = pages.filter(
    (page) => !longDocuments.test(page) && read(page).trimEnd().split('\n').length >= 250,
  )
  assert.deepEqual(
    tooLong.map((page) => relative(root, page)),
    [],
  )
})

test('text is wrapped at 120 characters, except tables, links and pictures', () => {
  const tooLong = pages.flatMap((page) =>
    withoutFences(read(page))
      .split('\n')
      .filter((line) => line.length > 120 && !/^[|<]|\]\(|https?:/.test(line))
      .map((line) => `${relative(root, page)}: ${line.slice(0, 60)}…`),
  )
  assert.deepEqual(tooLong, [])
})

test('the README stays short', () => {
  const words = read(join(root, 'README.md')).split(/\s+/).filter(Boolean).length
  assert.ok(words <= 700, `${words} words: what is longer belongs into a page of docs`)
})

/** Phrases that readers had to read twice; the glossary has the terms to use instead. */
const oddPhrases =
  /\bthe own \w+|\btold (late|of|at once)\b|\bgathered\b|\bhands? in\b|\bout of reach\b|\bis no (admin|address)\b/i

test('the documents use conventional terms', () => {
  for (const document of [
    ...documents,
    join(root, '.env.example'),
    join(root, 'deploy', 'prometheus-alerts.yml'),
  ]) {
    const found = oddPhrases.exec(read(document))?.[0]
    assert.equal(found, undefined, `${relative(root, document)}: ${found}`)
  }
})

test('every task that is named exists', () => {
  const { scripts } = JSON.parse(read(join(root, 'package.json')))
  for (const document of documents) {
    for (const [, task = ''] of read(document).matchAll(/npm run ([\w:-]+)/g)) {
      assert.ok(task in scripts, `${relative(root, document)} names npm run ${task}`)
    }
  }
})

const settings = Object.keys(settingsSchema.shape)

/** A word in capitals may also be one of the API, or a variable that an example or a tool reads. */
const sources = ['src', 'test', 'examples', 'tools', 'bench', 'harness'].flatMap((folder) =>
  filesIn(folder, /\.ts$/),
)
const code = sources.map(read).join('\n')
const isOtherWord = (name: string) =>
  code.includes(`'${name}'`) ||
  new RegExp(`process\\.env\\.${name}\\b|\\b${name}\\b.*(= process\\.env|: NodeJS\\.ProcessEnv)`).test(code)

test('every setting that is named exists', () => {
  for (const document of documents) {
    const text = read(document)
    const inWords = withoutFences(text).matchAll(/`([A-Z][A-Z\d]*_[A-Z\d_]+)\b[^`]*`/g)
    const inFiles = fencesOf(text, 'ini')
      .join('\n')
      .matchAll(/^(\w+)=/gm)
    for (const [, name = ''] of [...inWords, ...inFiles]) {
      assert.ok(settings.includes(name) || isOtherWord(name), `${relative(root, document)} names ${name}`)
    }
  }
})

test('every variable that the example device reads is described', () => {
  const example = read(join(root, 'examples', 'node-device', 'device.ts'))
  const names = /const \{ (.*) \} = process\.env/.exec(example)?.[1]?.split(', ') ?? []
  assert.ok(names.length > 0)
  const page = read(join(root, 'docs', 'connect-a-device.md'))
  for (const name of names) assert.match(page, new RegExp(`^\\| \`${name}\` \\|`, 'm'))
})

test('every setting is described', () => {
  const [table, example] = [read(join(root, 'docs', 'configuration.md')), read(join(root, '.env.example'))]
  for (const name of settings) {
    assert.match(table, new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'))
    assert.match(example, new RegExp(`^# ${name}=`, 'm'))
  }
})

test('the MQTT topics of the documents and of the examples are those of the service', () => {
  const known = [...publishedTopics, responsesName]
  const table = [...read(join(root, 'docs', 'mqtt.md')).matchAll(/^\| `(\S+)\/<MAC>\/(\w+)` \|/gm)]
  assert.deepEqual(
    table.map(([, prefix, name]) => [prefix, name]),
    known.map((name) => [defaultTopicPrefix, name]),
  )
  assert.equal(settingsSchema.shape.MQTT_TOPIC_PREFIX.parse(undefined), defaultTopicPrefix)
  // A device does not import the service: its program names the topics again.
  const sketch = read(join(root, 'examples', 'esp32-mqtt', 'esp32-mqtt.ino'))
  const named = [...sketch.matchAll(/String\("(\w+)\/"\) \+ mac \+ "\/(\w+)"/g)]
  assert.deepEqual(new Set(named.map(([, prefix]) => prefix)), new Set([defaultTopicPrefix]))
  for (const [, , name] of named) assert.ok(known.includes(name as (typeof known)[number]), name)
})

test('the source tree of the architecture page has the folders of src, two levels deep', () => {
  const page = read(join(root, 'docs', 'architecture.md'))
  const [tree = ''] = fencesOf(page.slice(page.indexOf('\n## Source tree\n')), '')
  const listed: string[] = []
  let group: string | undefined
  for (const line of tree.split('\n')) {
    const [, top] = /^src\/([\w-]+)\/(?: |$)/.exec(line) ?? []
    const [, inner] = /^ {2}([\w-]+)\/(?: |$)/.exec(line) ?? []
    if (/^\S/.test(line)) group = top
    if (top) listed.push(top)
    else if (group && inner) listed.push(`${group}/${inner}`)
  }
  const foldersIn = (path: string) =>
    readdirSync(join(root, 'src', path), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const groups = foldersIn('').map(({ name }) => name)
  const folders = groups.flatMap((name) => [name, ...foldersIn(name).map((inner) => `${name}/${inner.name}`)])
  assert.ok(folders.length > 20)
  assert.deepEqual(listed.sort(), folders.sort())
})

/** Returns what is missing to run the lines of the guide, or false. */
function whyNot(): string | false {
  if (spawnSync('bash', ['--version']).status !== 0)
    return 'there is no bash on this machine: apt install bash'
  const curl = spawnSync('curl', ['--fail-with-body', '--version'])
  return curl.status === 0
    ? false
    : 'there is no curl that knows --fail-with-body on this machine: apt install curl'
}

fullTest('the lines of the API guide work, one after the other', { skip: whyNot() }, async () => {
  const pages = ['api-guide.md', 'api-guide-records.md'].map((page) => read(join(root, 'docs', page)))
  const blocks = pages.flatMap((page) => fencesOf(page, 'sh')).join('\n')
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const env = {
    ...process.env,
    API: `${url}/api`,
    ADMIN_EMAIL: adminAccount.email,
    ADMIN_PASSWORD: adminAccount.password,
  }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', blocks], { env })
  const expected = [...blocks.matchAll(/^status [^#]*# (\d{3})/gm)].map(([, status]) => status)
  assert.ok(expected.length > 0)
  assert.deepEqual(stdout.match(/^\d{3}$/gm), expected)
  assert.match(stdout, /"fallDetected":true/)
})
