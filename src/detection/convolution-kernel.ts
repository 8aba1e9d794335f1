/**
 * The inner loops of a convolution in WebAssembly, because its vector instructions take a seventh of the time of plain
 * JavaScript. Compiled from tools/wasm/convolution.ts with AssemblyScript, which no build needs:
 *
 *     npx --package assemblyscript@0.28.20 asc tools/wasm/convolution.ts --outFile convolution.wasm \
 *       --runtime stub --importMemory --enable simd --noAssert -O3
 */
const code =
  'AGFzbQEAAAABDgFgCn9/f39/f39/f38AAg8BA2VudgZtZW1vcnkCAAADAgEABxUCCGNvbnZvbHZlAAAGbWVtb3J5AgAKtwMBtAMC' +
  'CXsKfyAEIAZsQQJ0IRkgCSAGQQFrQQF1a0ECdCEaA0AgBSAVSgRAIAIgFSAZbGoiGyAZaiEcIAMgFUECdGoiE/0JAgAhDCAT/QkC' +
  'BCENQQAhFANAIAcgFEoEQCAMIgohDiANIgshD0EAIRNBACEWA0AgBCAWSgRAIAAgCCAWbGogGmogFEECdGohF0EAIRgDQCAGIBhK' +
  'BEAgCiATIBtq/QkCACIRIBf9AAQAIhD95gH95AEhCiAOIBEgF/0ABBAiEv3mAf3kASEOIAsgEyAcav0JAgAiESAQ/eYB/eQBIQsg' +
  'DyARIBL95gH95AEhDyATQQRqIRMgF0EEaiEXIBhBAWohGAwBCwsgFkEBaiEWDAELCyABIAggFWxqIAkgFGpBAnRqIhMgCv0MAAAA' +
  'AAAAAAAAAAAAAAAAAP3pAf0LBAAgEyAO/QwAAAAAAAAAAAAAAAAAAAAA/ekB/QsEECAIIBNqIhMgC/0MAAAAAAAAAAAAAAAAAAAA' +
  'AP3pAf0LBAAgEyAP/QwAAAAAAAAAAAAAAAAAAAAA/ekB/QsEECAUQQhqIRQMAQsLIBVBAmohFQwBCwsL'

/**
 * Convolve writes the rectified outputs of a layer. Input, output, weights and biases are places in the memory, in bytes; so
 * is the length of a row, which holds a channel, `margin` numbers before its first moment. There are as many numbers as `time`
 * says, and the number of outputs is even. It writes up to seven moments more than there are.
 */
export type Convolve = (
  input: number,
  output: number,
  weights: number,
  biases: number,
  inputs: number,
  outputs: number,
  width: number,
  time: number,
  rowBytes: number,
  margin: number,
) => void

/** The part of WebAssembly that is used: the types of Node.js leave it to those of browsers. */
declare const WebAssembly: {
  Memory: new (options: { initial: number }) => { buffer: ArrayBuffer }
  Module: new (code: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
}

const compiled = new WebAssembly.Module(Buffer.from(code, 'base64'))

const pageBytes = 65_536

/** createConvolution gives a memory of so many 32-bit numbers, and the convolution that works in it. */
export function createConvolution(numbers: number): { memory: Float32Array; convolve: Convolve } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((numbers * 4) / pageBytes) })
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  return { memory: new Float32Array(memory.buffer), convolve: exports.convolve as Convolve }
}
