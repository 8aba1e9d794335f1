// Bundles the service, and its tests, to JavaScript. One file instead of a thousand loads in half the time.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, stop } from 'esbuild'

/**
 * Writes dist/main.js, which runs dist/service.cjs, and the commands, with all packages but those that read
 * files of their own when they run.
 */
export function bundleService(root) {
  return thenStop([bundleScript(root), bundleCommands(root)])
}

/** Ends esbuild's process once all builds are over: it would stay, with 300 MB, as long as the service runs. */
async function thenStop(builds) {
  await Promise.allSettled(builds)
  stop()
  return Promise.all(builds)
}

/** The service is CommonJS, because Node 20 keeps the compiled code of scripts, but not of ES modules. */
function bundleScript(root) {
  return build({
    ...options(root),
    entryPoints: ['src/app/service.ts'],
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    splitting: false,
    format: 'cjs',
    external,
    banner: { js: scriptStart },
    define: { 'import.meta.url': 'moduleUrl', navigator: 'nodeNavigator' },
    // Comments have characters beyond ASCII, with which V8 keeps two bytes for each character of the script.
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'external',
    plugins: [explorerFolder],
  })
}

function bundleCommands(root) {
  return build({
    ...options(root),
    entryPoints: {
      main: 'src/app/launcher.ts',
      ...Object.fromEntries(
        ['backup', 'restore', 'compile'].map((name) => [`${name}-command`, `src/app/${name}-command.ts`]),
      ),
    },
    outdir: 'dist',
    external,
    banner: { js: requireForCommonJs },
  })
}

const external = ['@node-rs/argon2', 'pg-native']

/**
 * What an ES module has and a script has not. The client of PostgreSQL asks for the navigator, to find out where it runs;
 * Node 20 has none, and the client would then load fetch, which takes 40 ms.
 */
const scriptStart = `"use strict";
const moduleUrl = require('node:url').pathToFileURL(__filename).href;
const nodeNavigator = globalThis.navigator ?? { userAgent: 'Node.js' };
const explorerEntry = require.resolve('@fastify/swagger-ui');`

/** Packages that are CommonJS modules call require for what comes with Node; an ES module has to make it. */
const requireForCommonJs =
  "import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);"

/** Lets the explorer of the API find the files of its package, which it looks for beside itself. */
const explorerFolder = {
  name: 'explorer-folder',
  setup({ onLoad }) {
    onLoad({ filter: /@fastify[\\/]swagger-ui[\\/](index|lib[\\/]routes)\.js$/ }, ({ path }) => {
      const folder = path.endsWith('routes.js') ? 'lib' : '.'
      const source = readFileSync(path, 'utf8')
      return { contents: source.replaceAll('__dirname', `path.join(explorerEntry, '..', '${folder}')`) }
    })
  },
}

/** Programs that tests start: from their sources, each start would compile them. */
const startedPrograms = [
  'test/support/packing-worker.ts',
  'test/support/open-twice.ts',
  'examples/node-device/device.ts',
  'examples/sms-webhook/receiver.ts',
]

/** Writes every test file, and what runs them, under the folder; code that several use is written once. */
export function bundleTests(root, outdir) {
  const testFiles = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, name))
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules')),
  )
  const tests = build({
    ...options(root),
    entryPoints: [
      'test/run.ts',
      ...['worker', 'reporter', 'node-test', 'test-tracking'].map((name) => `test/runner/${name}.ts`),
      'harness/file-end.ts',
      ...startedPrograms,
      ...testFiles,
    ],
    outbase: root,
    outdir,
    packages: 'external',
    plugins: [sourceLocations, countedSkips(root)],
  })
  return thenStop([tests])
}

const options = (root) => ({
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
})

/** Keeps import.meta what it is in the source, by which tests find the files of the project. */
const sourceLocations = {
  name: 'source-locations',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const contents = source
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(`file://${path}`)}).href`)
      return { contents, loader: 'ts' }
    })
  },
}

/** Gives test files a node:test that counts each test of a suite that is skipped. */
const countedSkips = (root) => ({
  name: 'counted-skips',
  setup({ onResolve }) {
    onResolve({ filter: /^node:test$/ }, ({ importer }) =>
      importer.includes(join('test', 'runner'))
        ? undefined
        : { path: join(root, 'test/runner/node-test.ts') },
    )
  },
})
