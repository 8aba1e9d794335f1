import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Package {
  optionalDependencies?: Record<string, string>
}

/** The platforms that the project runs on; package names write them in these words. */
const platforms = [/linux-x64(-gnu)?$/, /linux-arm64(-gnu)?$/, /darwin-x64$/, /darwin-arm64$/]

test('the lockfile has the binaries of every platform, not only of the one that wrote it', () => {
  const { packages } = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  ) as {
    packages: Record<string, Package>
  }
  const binaries = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => platforms.some((platform) => platform.test(name)))
      .map((name) => ({ path, name })),
  )
  assert.ok(binaries.length > 10, `only ${binaries.length} binaries were found`)
  assert.deepEqual(
    binaries.filter(
      ({ path, name }) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
    [],
  )
})
