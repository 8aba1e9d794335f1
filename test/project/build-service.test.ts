import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { needsPrograms } from '../../harness/programs.ts'
import { exitOf, makeFolder } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'

const bundler = pathToFileURL(join(import.meta.dirname, '../../scripts/bundle.mjs')).href

/** A program that builds and goes on, as a start that builds does. It tells of failures too. */
const program = `import { bundleService } from ${JSON.stringify(bundler)}
process.stdin.resume()
await bundleService(process.argv[1]).then(() => console.log('built'), () => console.log('failed'))`

function writeProject(service: string): string {
  const root = makeFolder()
  mkdirSync(join(root, 'src', 'app'), { recursive: true })
  for (const name of ['service', 'launcher', 'backup-command', 'restore-command', 'compile-command'])
    writeFileSync(join(root, 'src', 'app', `${name}.ts`), service)
  return root
}

function childrenOf(pid: number): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => Number(line.trim().split(/\s/)[0]) === pid)
}

for (const [title, source, outcome] of [
  ['a build leaves no process behind', 'export const run = () => {}', 'built'],
  ['nor does one that fails', 'this is not a program', 'failed'],
] as const) {
  test(title, needsPrograms('ps'), async () => {
    const root = writeProject(source)
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program, root], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const ended = exitOf(child)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    await until(() => output, undefined, 'the end of the build')
    assert.equal(output, `${outcome}\n`)
    assert.equal(existsSync(join(root, 'dist/service.cjs')), outcome === 'built')
    await until(() => childrenOf(child.pid ?? 0).length === 0, undefined, 'the end of what has built')
    child.stdin.end()
    assert.equal(await ended, 0)
  })
}
