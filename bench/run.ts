// npm run bench -- <name>: measures one thing and prints what it found.
const benches: Record<string, () => Promise<void>> = {
  detector: async () => (await import('./detector.ts')).benchDetector(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  lists: async () => (await import('./lists.ts')).benchLists(),
  queries: async () => (await import('./queries.ts')).benchQueries(),
}

const name = process.argv[2] ?? ''
const bench = benches[name]
if (!bench) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exit(1)
}
await bench()
