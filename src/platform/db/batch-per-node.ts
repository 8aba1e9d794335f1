import { createBatcher } from '../lib/batcher.ts'
import type { Shards } from './shards.ts'

/**
 * Combines calls about devices as createBatcher does, but those about devices of different workers separately: what
 * delays a worker, or takes it away, concerns its own devices only. There is one batcher without workers.
 */
export function createBatcherPerNode<Input, Output>(
  shards: Shards | undefined,
  maxSize: number,
  processBatch: (inputs: Input[]) => Promise<Output[]>,
): (device: number, input: Input) => Promise<Output> {
  if (!shards) {
    const batch = createBatcher(maxSize, processBatch)
    return (_device, input) => batch(input)
  }
  const batchers = new Map<string, (input: Input) => Promise<Output>>()
  return (device, input) => {
    const { node } = shards.find(device)
    const batch = batchers.get(node.address) ?? createBatcher(maxSize, processBatch)
    batchers.set(node.address, batch)
    return node.breaker.attempt(() => batch(input))
  }
}
