// Bundles the service, and its tests, to JavaScript. One file instead of a thousand loads in half the time.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

/**
 * bundleService writes dist/main.js and the commands, with all packages but those that read files of their own when they
 * run.
 */
export function bundleService(root) {
  return build({
    ...options(root),
    entryPoints: ['src/main.ts', 'src/backup-command.ts', 'src/restore-command.ts'],
    outdir: 'dist',
    external: ['@node-rs/argon2', '@fastify/swagger-ui', 'pg-native'],
    banner: { js: requireForCommonJs },
  })
}

/** Packages that are CommonJS modules call require for what comes with Node; an ES module has to make it. */
const requireForCommonJs =
  "import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);"

/** bundleTests writes every test file, and what runs them, under the folder; code that several use is written once. */
export function bundleTests(root, outdir) {
  const testFiles = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, name))
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules')),
  )
  return build({
    ...options(root),
    entryPoints: [
      'test/run.ts',
      ...['worker', 'reporter', 'node-test'].map((name) => `test/runner/${name}.ts`),
      'test/support/file-end.ts',
      ...testFiles,
    ],
    outbase: root,
    outdir,
    packages: 'external',
    plugins: [sourceLocations, countedSkips(root)],
  })
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

/** sourceLocations keeps import.meta what it is in the source, by which tests find the files of the project. */
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

/** countedSkips gives test files a node:test that counts each test of a suite that is skipped. */
const countedSkips = (root) => ({
  name: 'counted-skips',
  setup({ onResolve }) {
    onResolve({ filter: /^node:test$/ }, ({ importer }) =>
      importer.includes(join('test', 'runner')) ? undefined : { path: join(root, 'test/runner/node-test.ts') },
    )
  },
})
