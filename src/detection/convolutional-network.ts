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

interface Layer {
  inputs: number
  outputs: number
  width: number
  weights: Float64Array
  biases: Float64Array
}

export interface Network {
  /** The log-odds of a fall for the impact at this sample of a window. */
  score(window: MotionWindow, impact: number): number
}

const parts = 5
const channels = 5
const margin = 8
const unrolled = 4

/** createNetwork makes a network of what is written. It owns its buffers. */
export function createNetwork({ secondsBefore, secondsAfter, layers: written }: WrittenNetwork): Network {
  const before = secondsBefore * windowHz
  const length = before + secondsAfter * windowHz
  const layers = written.map(readLayer)
  const convolutions = layers.slice(0, -2)
  const [hidden, last] = layers.slice(-2) as [Layer, Layer]
  const widest = Math.max(channels, ...convolutions.map(({ outputs }) => outputs))
  /** Each channel has zeros around it, so that a convolution need not look where it ends. */
  const rowLength = length + 2 * margin
  let input = new Float64Array(widest * rowLength)
  let output = new Float64Array(widest * rowLength)
  const row = new Float64Array(length + unrolled)
  const pooled = new Float64Array(hidden.inputs)

  /**
   * load fills the channels. None depends on how the device is worn: what the magnitude is off 1 g, the change from
   * sample to sample, the acceleration along the directions of gravity before and after the impact, and across the first.
   */
  function load(window: MotionWindow, impact: number): void {
    const { values } = window
    const count = samplesIn(window)
    const first = impact - before
    const [bx, by, bz] = directionIn(values, Math.max(0, first), impact - directionGap.before)
    const [ax, ay, az] = directionIn(
      values,
      impact + directionGap.after,
      Math.min(count, impact + directionGap.until),
    )
    input.fill(0)
    for (let i = 0; i < length; i++) {
      const at = first + i
      const isKnown = at >= 0 && at < count
      const x = isKnown ? (values[at * 3] as number) : 0
      const y = isKnown ? (values[at * 3 + 1] as number) : 0
      const z = isKnown ? (values[at * 3 + 2] as number) : 0
      const square = x * x + y * y + z * z
      const alongBefore = x * bx + y * by + z * bz
      const place = margin + i
      input[place] = isKnown ? Math.sqrt(square) - 1 : 0
      input[rowLength + place] = isKnown && i > 0 && at > 0 ? changeAt(values, at) : 0
      input[2 * rowLength + place] = alongBefore
      input[3 * rowLength + place] = x * ax + y * ay + z * az
      input[4 * rowLength + place] = Math.sqrt(Math.max(0, square - alongBefore * alongBefore))
    }
  }

  /** convolve writes one layer's rectified outputs, halved in time by the maximum of pairs where `halve` says so. */
  function convolve(layer: Layer, time: number, halve: boolean): number {
    const { inputs, outputs, width, weights, biases } = layer
    const first = margin - (width - 1) / 2
    const next = halve ? time >> 1 : time
    const each = inputs * width
    output.fill(0)
    for (let out = 0; out < outputs; out++) {
      const bias = biases[out] as number
      // Four moments at once: each weight is read once for them, which takes a third less time.
      for (let t = 0; t < time; t += unrolled) {
        let [sum0, sum1, sum2, sum3] = [bias, bias, bias, bias]
        let weightAt = out * each
        for (let channel = 0; channel < inputs; channel++) {
          let at = channel * rowLength + first + t
          for (let place = 0; place < width; place++) {
            const weight = weights[weightAt++] as number
            sum0 += weight * (input[at] as number)
            sum1 += weight * (input[at + 1] as number)
            sum2 += weight * (input[at + 2] as number)
            sum3 += weight * (input[at + 3] as number)
            at++
          }
        }
        row[t] = sum0
        row[t + 1] = sum1
        row[t + 2] = sum2
        row[t + 3] = sum3
      }
      const base = out * rowLength + margin
      for (let t = 0; t < next; t++) {
        const value = halve ? Math.max(row[2 * t] as number, row[2 * t + 1] as number) : (row[t] as number)
        if (value > 0) output[base + t] = value
      }
    }
    ;[input, output] = [output, input]
    return next
  }

  return {
    score(window, impact) {
      load(window, impact)
      let time = length
      for (const [i, layer] of convolutions.entries())
        time = convolve(layer, time, i < convolutions.length - 1)
      const outputs = hidden.inputs / parts
      for (let out = 0; out < outputs; out++) {
        for (let part = 0; part < parts; part++) {
          const [from, until] = [Math.floor((part * time) / parts), Math.ceil(((part + 1) * time) / parts)]
          let sum = 0
          for (let t = from; t < until; t++) sum += input[out * rowLength + margin + t] as number
          pooled[out * parts + part] = sum / (until - from)
        }
      }
      let score = last.biases[0] as number
      for (let unit = 0; unit < hidden.outputs; unit++) {
        let sum = hidden.biases[unit] as number
        for (let k = 0; k < hidden.inputs; k++) {
          sum += (hidden.weights[unit * hidden.inputs + k] as number) * (pooled[k] as number)
        }
        if (sum > 0) score += sum * (last.weights[unit] as number)
      }
      return score
    },
  }
}

/** The directions before and after are those of the samples up to so many before the impact, and between two after it. */
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

function readLayer({ inputs, outputs, width, weights, scales, biases }: WrittenLayer): Layer {
  const bytes = Buffer.from(weights, 'base64')
  const each = inputs * width
  if (bytes.length !== outputs * each || scales.length !== outputs || biases.length !== outputs) {
    throw new Error('A layer of the network does not have the weights that it says')
  }
  return {
    ...{ inputs, outputs, width },
    weights: Float64Array.from(
      bytes,
      (byte, i) => ((byte << 24) >> 24) * (scales[Math.floor(i / each)] as number),
    ),
    biases: Float64Array.from(biases),
  }
}
