/**
 * A network as training writes it: convolution layers, each followed by a rectifier and, except the
 * last, by max pooling over pairs; then average pooling and two dense layers. Batch normalization is folded into the
 * weights, which are integers from -127 to 127 times the scale of their output.
 */
export interface EncodedNetwork {
  secondsBefore: number
  secondsAfter: number
  layers: EncodedLayer[]
}

export interface EncodedLayer {
  inputs: number
  outputs: number
  /** The kernel width of a convolution; 1 in a dense layer. */
  width: number
  /** Base64 of one byte each: for each output, for each input, for each position in the kernel. */
  weights: string
  scales: number[]
  biases: number[]
}

export interface DecodedLayer {
  inputs: number
  outputs: number
  width: number
  weights: Float64Array
  biases: Float64Array
}

export function decodeLayer({ inputs, outputs, width, weights, scales, biases }: EncodedLayer): DecodedLayer {
  const bytes = Buffer.from(weights, 'base64')
  const weightsPerOutput = inputs * width
  const isComplete =
    bytes.length === outputs * weightsPerOutput && scales.length === outputs && biases.length === outputs
  if (!isComplete)
    throw new Error('A layer of the network does not have the number of weights that it declares')
  // Loops, because Float64Array.from with a function took 110 ms of every start.
  const signed = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  const decoded = new Float64Array(signed.length)
  for (let output = 0, i = 0; output < outputs; output++) {
    const scale = scales[output] as number
    for (let k = 0; k < weightsPerOutput; k++, i++) decoded[i] = (signed[i] as number) * scale
  }
  return { inputs, outputs, width, weights: decoded, biases: Float64Array.from(biases) }
}
