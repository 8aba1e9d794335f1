interface Call<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

/**
 * Combines calls that are made in one event loop iteration, up to `maxSize` of them: dozens of separate
 * calls take longer to send and to receive than to process. `processBatch` returns the outputs in the order of the inputs.
 */
export function createBatcher<Input, Output>(
  maxSize: number,
  processBatch: (inputs: Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  let calls: Call<Input, Output>[] = []

  function flush(): void {
    for (let i = 0; i < calls.length; i += maxSize) void processCalls(calls.slice(i, i + maxSize))
    calls = []
  }

  async function processCalls(batch: Call<Input, Output>[]): Promise<void> {
    try {
      const outputs = await processBatch(batch.map(({ input }) => input))
      for (const [i, { resolve }] of batch.entries()) resolve(outputs[i] as Output)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      calls.push({ input, resolve, reject })
      if (calls.length === 1) setImmediate(flush)
    })
}
