import type { Cleanup } from '../harness/cleanup.ts'
import { startScript } from '../harness/start-service.ts'

/** Benchmarks sign the tokens of their people themselves. */
export const secret = 'a secret for the time of a measurement'

/** Runs a Fastify that reads the same body and sends the same response, and does nothing else. */
export const startBaseline = (cleanup: Cleanup) => startScript('bench/baseline-server.ts', cleanup)

/** Runs a listener that closes every connection. */
export const startBareListener = (cleanup: Cleanup) => startScript('bench/bare-listener.ts', cleanup)
