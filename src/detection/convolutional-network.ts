import { createConvolution } from './convolution-kernel.ts'
import { type MotionWindow, samplesIn, windowHz } from './motion-window.ts'

/**
 * WrittenNetwork is a network as training leaves it: layers of convolution, each followed by a rectifier and, but for
 * the last, by a maximum over pairs; then means over parts of the time, and two dense layers. Batch normalization is
 * folded into the weights, which are whole numbers from -127 to 127 times the scale of their output.
 */
export interface WrittenNetwork {
  secondsBefore: number
  secondsAfter: number
  layers: WrittenLayer[]
}

export interface WrittenLayer {
  inputs: number
  outputs: number
  /** The width of a convolution; 1 in a dense layer. */
  width: number
  /** Base64 of one byte each: for each output, for each input, for each place. */
  weights: string
  scales: number[]
  biases: number[]
}

export interface Network {
  /** The log-odds of a fall for the impact at this sample of a window. */
  score(window: MotionWindow, impact: number): number
}

interface Dense {
  inputs: number
  weights: Float64Array
  biases: Float64Array
}

/** Convolution is a layer whose weights and biases are in the memory, in bytes from its beginning. */
interface Convolution {
  inputs: number
  outputs: number
  width: number
  weights: number
  biases: number
}

interface Member {
  convolutions: Convolution[]
  hidden: Dense
  last: Dense
}

const parts = 5
const channels = 5

/** Each channel has zeros around it, so that a convolution need not look where it ends; it writes seven moments more. */
const margin = 8

const warmUpRounds = 3

/**
 * createNetwork makes one network of several that were trained alike: its score is the mean of theirs. It owns its
 * buffers.
 */
export function createNetwork(written: readonly WrittenNetwork[]): Network {
  const [first] = written
  if (!first) throw new Error('There is no network')
  const before = first.secondsBefore * windowHz
  const length = before + first.secondsAfter * windowHz
  const rowLength = length + 2 * margin
  const widest = Math.max(channels, ...first.layers.slice(0, -2).map(({ outputs }) => outputs))
  const weightCount = written
    .flatMap(({ layers }) => layers.slice(0, -2))
    .reduce((sum, { inputs, outputs, width }) => sum + outputs * (inputs * width + 1), 0)
  const { memory, convolve } = createConvolution((channels + 2 * widest) * rowLength + weightCount)
  /** Where the channels are, and the two places that layers are read from and written to in turn. */
  const loaded = 0
  const buffers = [channels * rowLength, (channels + widest) * rowLength] as const
  const pooled = new Float64Array(parts * widest)
  let free = (channels + 2 * widest) * rowLength

  const members = written.map(({ layers }): Member => {
    const [hidden, last] = layers.slice(-2).map(readDense) as [Dense, Dense]
    return { convolutions: layers.slice(0, -2).map(place), hidden, last }
  })

  function place(layer: WrittenLayer): Convolution {
    const { inputs, outputs, width } = layer
    if (outputs % 2 !== 0) throw new Error('A layer of the network has an odd number of outputs')
    const { weights, biases } = readLayer(layer)
    memory.set(weights, free)
    memory.set(biases, free + weights.length)
    const placed = { inputs, outputs, width, weights: free * 4, biases: (free + weights.length) * 4 }
    free += weights.length + biases.length
    return placed
  }

  /**
   * load fills the channels. None depends on how the device is worn: what the magnitude is off 1 g, the change from
   * sample to sample, the acceleration along the directions of gravity before and after the impact, and across the first.
   */
  function load(window: MotionWindow, impact: number): void {
    const { values } = window
    const count = samplesIn(window)
    const start = impact - before
    const [bx, by, bz] = directionIn(values, Math.max(0, start), impact - directionGap.before)
    const [ax, ay, az] = directionIn(
      values,
      impact + directionGap.after,
      Math.min(count, impact + directionGap.until),
    )
    for (let i = 0; i < length; i++) {
      const at = start + i
      const isKnown = at >= 0 && at < count
      const x = isKnown ? (values[at * 3] as number) : 0
      const y = isKnown ? (values[at * 3 + 1] as number) : 0
      const z = isKnown ? (values[at * 3 + 2] as number) : 0
      const square = x * x + y * y + z * z
      const alongBefore = x * bx + y * by + z * bz
      const moment = loaded + margin + i
      memory[moment] = isKnown ? Math.sqrt(square) - 1 : 0
      memory[moment + rowLength] = isKnown && i > 0 && at > 0 ? changeAt(values, at) : 0
      memory[moment + 2 * rowLength] = alongBefore
      memory[moment + 3 * rowLength] = x * ax + y * ay + z * az
      memory[moment + 4 * rowLength] = Math.sqrt(Math.max(0, square - alongBefore * alongBefore))
    }
  }

  /** halve leaves the maximum of each pair of moments in all rows, and zeros behind the last. */
  function halve(from: number, rows: number, time: number): number {
    const half = time >> 1
    for (let row = 0; row < rows; row++) {
      const base = from + row * rowLength + margin
      for (let t = 0; t < half; t++) {
        memory[base + t] = Math.max(memory[base + 2 * t] as number, memory[base + 2 * t + 1] as number)
      }
      memory.fill(0, base + half, from + (row + 1) * rowLength)
    }
    return half
  }

  /** pool leaves the means over parts of the time. */
  function pool(from: number, rows: number, time: number): void {
    for (let row = 0; row < rows; row++) {
      const base = from + row * rowLength + margin
      for (let part = 0; part < parts; part++) {
        const [begin, end] = [Math.floor((part * time) / parts), Math.ceil(((part + 1) * time) / parts)]
        let sum = 0
        for (let t = begin; t < end; t++) sum += memory[base + t] as number
        pooled[row * parts + part] = sum / (end - begin)
      }
    }
  }

  function scoreOf({ convolutions, hidden, last }: Member): number {
    let time = length
    let input = loaded
    for (const [i, { inputs, outputs, width, weights, biases }] of convolutions.entries()) {
      const output = buffers[i % 2] as number
      convolve(input * 4, output * 4, weights, biases, inputs, outputs, width, time, rowLength * 4, margin)
      if (i < convolutions.length - 1) time = halve(output, outputs, time)
      else pool(output, outputs, time)
      input = output
    }
    let score = last.biases[0] as number
    for (let unit = 0; unit < last.inputs; unit++) {
      let sum = hidden.biases[unit] as number
      for (let k = 0; k < hidden.inputs; k++) {
        sum += (hidden.weights[unit * hidden.inputs + k] as number) * (pooled[k] as number)
      }
      if (sum > 0) score += sum * (last.weights[unit] as number)
    }
    return score
  }

  // Code that runs for the first time takes three times as long. That should not be in the midst of a fall.
  for (let round = 0; round < warmUpRounds; round++) for (const member of members) scoreOf(member)

  return {
    score(window, impact) {
      load(window, impact)
      let sum = 0
      for (const member of members) sum += scoreOf(member)
      return sum / members.length
    },
  }
}

/**
 * The directions before and after are those of the samples up to so many before the impact, and between two after it.
 */
const directionGap = { before: 10, after: 13, until: 50 }

/** directionIn is the unit vector of the mean acceleration of some samples; none where there are none. */
function directionIn(values: Float32Array, from: number, until: number): [number, number, number] {
  let [x, y, z] = [0, 0, 0]
  for (let i = from; i < until; i++) {
    x += values[i * 3] as number
    y += values[i * 3 + 1] as number
    z += values[i * 3 + 2] as number
  }
  const scale = 1 / Math.max(1e-3 * Math.max(1, until - from), Math.sqrt(x * x + y * y + z * z))
  return [x * scale, y * scale, z * scale]
}

function changeAt(values: Float32Array, at: number): number {
  const x = (values[at * 3] as number) - (values[at * 3 - 3] as number)
  const y = (values[at * 3 + 1] as number) - (values[at * 3 - 2] as number)
  const z = (values[at * 3 + 2] as number) - (values[at * 3 - 1] as number)
  return Math.sqrt(x * x + y * y + z * z)
}

function readDense(layer: WrittenLayer): Dense {
  return { inputs: layer.inputs, ...readLayer(layer) }
}

function readLayer({ inputs, outputs, width, weights, scales, biases }: WrittenLayer) {
  const bytes = Buffer.from(weights, 'base64')
  const each = inputs * width
  if (bytes.length !== outputs * each || scales.length !== outputs || biases.length !== outputs) {
    throw new Error('A layer of the network does not have the weights that it says')
  }
  return {
    weights: Float64Array.from(
      bytes,
      (byte, i) => ((byte << 24) >> 24) * (scales[Math.floor(i / each)] as number),
    ),
    biases: Float64Array.from(biases),
  }
}
