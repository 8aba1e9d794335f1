import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../harness/random.ts'
import { createConvolution } from './convolution-kernel.ts'

test('a convolution matches its definition, rectified, for several widths and lengths', () => {
  const random = createRandom(7)
  for (const [inputs, outputs, width, time] of [
    [1, 2, 1, 1],
    [5, 4, 7, 125],
    [3, 6, 5, 31],
    [8, 2, 3, 64],
  ] as const) {
    const margin = 8
    const rowLength = time + 2 * margin
    const output = inputs * rowLength
    const weights = output + outputs * rowLength
    const biases = weights + outputs * inputs * width
    const { memory, convolve } = createConvolution(biases + outputs)
    for (let channel = 0; channel < inputs; channel++) {
      for (let t = 0; t < time; t++) memory[channel * rowLength + margin + t] = random() - 0.5
    }
    for (let i = weights; i < biases + outputs; i++) memory[i] = random() - 0.5
    convolve(0, output * 4, weights * 4, biases * 4, inputs, outputs, width, time, rowLength * 4, margin)
    for (let out = 0; out < outputs; out++) {
      for (let t = 0; t < time; t++) {
        let sum = memory[biases + out] as number
        for (let channel = 0; channel < inputs; channel++) {
          for (let k = 0; k < width; k++) {
            const weight = memory[weights + (out * inputs + channel) * width + k] as number
            sum += weight * (memory[channel * rowLength + margin + t + k - (width - 1) / 2] as number)
          }
        }
        const actual = memory[output + out * rowLength + margin + t] as number
        assert.ok(
          Math.abs(actual - Math.max(0, sum)) < 1e-5,
          `output ${out} at ${t}: ${actual} instead of ${sum}`,
        )
      }
    }
  }
})
