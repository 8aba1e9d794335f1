import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'results')

/** Writes the figures of a benchmark to bench/results, with the date and the machine. */
export function writeResults(
  part: string,
  figures: Record<string, unknown>,
  software: Record<string, string>,
): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${part}.json`)
  const results = {
    part,
    date: new Date().toISOString(),
    machine: { ...describeMachine(), ...software },
    figures,
  }
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  console.log(`written to bench/results/${part}.json\n`)
}

function describeMachine() {
  return {
    system: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    processor: processorModel(),
    memoryMb: Math.round(totalmem() / 1e6),
    node: process.version,
  }
}

/** On ARM, Linux reports no processor model, but lscpu knows most of them. */
function processorModel(): string {
  const model = cpus()[0]?.model
  if (model && model !== 'unknown') return model
  try {
    const output = execFileSync('lscpu', { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return /^Model name:\s*(\S.*)$/m.exec(output)?.[1] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
