// AssemblyScript, not TypeScript. src/detection/convolution-kernel.ts contains the compiled code, and how to compile it.

/**
 * Writes the rectified outputs of one layer. A row holds one channel, with its first value after `margin` others.
 * Eight values of two outputs are calculated at once, so that two vectors are read for four products. Up to seven values
 * more than `time` are written to each row.
 */
export function convolve(
  input: usize,
  output: usize,
  weights: usize,
  biases: usize,
  inputs: i32,
  outputs: i32,
  width: i32,
  time: i32,
  rowBytes: i32,
  margin: i32,
): void {
  const each = (inputs * width) << 2
  const first = (margin - ((width - 1) >> 1)) << 2
  const zero = f32x4.splat(0)
  for (let out = 0; out < outputs; out += 2) {
    const weightsA = weights + out * each
    const weightsB = weightsA + each
    const biasA = v128.load32_splat(biases + (out << 2))
    const biasB = v128.load32_splat(biases + (out << 2), 4)
    for (let t = 0; t < time; t += 8) {
      let a0 = biasA
      let a1 = biasA
      let b0 = biasB
      let b1 = biasB
      let offset = 0
      for (let channel = 0; channel < inputs; channel++) {
        let at = input + channel * rowBytes + first + (t << 2)
        for (let place = 0; place < width; place++) {
          const a = v128.load32_splat(weightsA + offset)
          const b = v128.load32_splat(weightsB + offset)
          const x0 = v128.load(at)
          const x1 = v128.load(at, 16)
          a0 = f32x4.add(a0, f32x4.mul(a, x0))
          a1 = f32x4.add(a1, f32x4.mul(a, x1))
          b0 = f32x4.add(b0, f32x4.mul(b, x0))
          b1 = f32x4.add(b1, f32x4.mul(b, x1))
          offset += 4
          at += 4
        }
      }
      const place = output + out * rowBytes + ((margin + t) << 2)
      v128.store(place, f32x4.max(a0, zero))
      v128.store(place, f32x4.max(a1, zero), 16)
      v128.store(place + rowBytes, f32x4.max(b0, zero))
      v128.store(place + rowBytes, f32x4.max(b1, zero), 16)
    }
  }
}
