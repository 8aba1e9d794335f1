import { createConvolution } from './convolution-kernel.ts'
import { type MotionWindow, windowHz } from './motion-window.ts'
import { channelCount, writeChannels } from './network-channels.ts'
import { type DecodedLayer, decodeLayer, type EncodedLayer, type EncodedNetwork } from './network-layers.ts'

export interface Network {
  /** Returns the log-odds of a fall for the impact at this sample of a window. */
  score(window: MotionWindow, impact: number): number
}

/** A layer in WebAssembly memory; weights and biases are byte offsets. */
interface StoredConvolution {
  inputs: number
  outputs: number
  width: number
  weights: number
  biases: number
}

interface Member {
  convolutions: StoredConvolution[]
  hidden: DecodedLayer
  output: DecodedLayer
}

/** Average pooling divides the time into this many parts. */
const poolParts = 5

/** Each row is surrounded by zeros: a convolution reads beyond its ends, and the kernel writes up to seven values more. */
const margin = 8

const warmUpRounds = 3

/** Returns an ensemble of networks of the same shape; its score is their mean. It owns its buffers. */
export function createNetwork(encoded: readonly EncodedNetwork[]): Network {
  const [shape] = encoded
  if (!shape) throw new Error('An ensemble needs at least one network')
  const before = shape.secondsBefore * windowHz
  const length = before + shape.secondsAfter * windowHz
  const rowLength = length + 2 * margin
  const maxRows = Math.max(channelCount, ...shape.layers.slice(0, -2).map(({ outputs }) => outputs))
  const weightCount = encoded
    .flatMap(({ layers }) => layers.slice(0, -2))
    .reduce((sum, { inputs, outputs, width }) => sum + outputs * (inputs * width + 1), 0)
  const { memory, convolve } = createConvolution((channelCount + 2 * maxRows) * rowLength + weightCount)
  /** Indexes in memory: the input channels, two buffers that layers alternate between, and then the weights. */
  const inputStart = 0
  const bufferStarts = [channelCount * rowLength, (channelCount + maxRows) * rowLength] as const
  let free = (channelCount + 2 * maxRows) * rowLength
  const pooled = new Float64Array(poolParts * maxRows)
  const layout = { before, length, start: inputStart + margin, rowLength }

  const members = encoded.map(({ layers }): Member => {
    const [hidden, output] = layers.slice(-2).map(decodeLayer) as [DecodedLayer, DecodedLayer]
    return { convolutions: layers.slice(0, -2).map(storeConvolution), hidden, output }
  })

  function storeConvolution(layer: EncodedLayer): StoredConvolution {
    const { inputs, outputs, width, weights, biases } = decodeLayer(layer)
    if (outputs % 2 !== 0) throw new Error('A layer of the network has an odd number of outputs')
    memory.set(weights, free)
    memory.set(biases, free + weights.length)
    const stored = { inputs, outputs, width, weights: free * 4, biases: (free + weights.length) * 4 }
    free += weights.length + biases.length
    return stored
  }

  /** Replaces each pair of values in the rows by their maximum, and fills the rest of each row with zeros. */
  function maxPool(start: number, rows: number, time: number): number {
    const half = time >> 1
    for (let row = 0; row < rows; row++) {
      const base = start + row * rowLength + margin
      for (let t = 0; t < half; t++) {
        memory[base + t] = Math.max(memory[base + 2 * t] as number, memory[base + 2 * t + 1] as number)
      }
      memory.fill(0, base + half, start + (row + 1) * rowLength)
    }
    return half
  }

  /** Writes the mean of each part of the rows to `pooled`. */
  function averagePool(start: number, rows: number, time: number): void {
    for (let row = 0; row < rows; row++) {
      const base = start + row * rowLength + margin
      for (let part = 0; part < poolParts; part++) {
        const from = Math.floor((part * time) / poolParts)
        const until = Math.ceil(((part + 1) * time) / poolParts)
        let sum = 0
        for (let t = from; t < until; t++) sum += memory[base + t] as number
        pooled[row * poolParts + part] = sum / (until - from)
      }
    }
  }

  function scoreOf({ convolutions, hidden, output }: Member): number {
    let time = length
    let source = inputStart
    for (const [i, { inputs, outputs, width, weights, biases }] of convolutions.entries()) {
      const target = bufferStarts[i % 2] as number
      convolve(source * 4, target * 4, weights, biases, inputs, outputs, width, time, rowLength * 4, margin)
      if (i < convolutions.length - 1) time = maxPool(target, outputs, time)
      else averagePool(target, outputs, time)
      source = target
    }
    let score = output.biases[0] as number
    for (let unit = 0; unit < output.inputs; unit++) {
      let sum = hidden.biases[unit] as number
      for (let k = 0; k < hidden.inputs; k++) {
        sum += (hidden.weights[unit * hidden.inputs + k] as number) * (pooled[k] as number)
      }
      if (sum > 0) score += sum * (output.weights[unit] as number)
    }
    return score
  }

  // The first evaluation takes three times as long, because the code is compiled. A fall should not have to wait for it.
  for (let round = 0; round < warmUpRounds; round++) for (const member of members) scoreOf(member)

  return {
    score(window, impact) {
      writeChannels(window, impact, layout, memory)
      let sum = 0
      for (const member of members) sum += scoreOf(member)
      return sum / members.length
    },
  }
}
