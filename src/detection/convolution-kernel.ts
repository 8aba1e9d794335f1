/**
 * A convolution layer in WebAssembly, whose vector instructions take a seventh of the time of plain JavaScript. Compiled
 * from tools/wasm/convolution.ts with AssemblyScript; a build does not need it:
 *
 *     npx --package assemblyscript@0.28.20 asc tools/wasm/convolution.ts --outFile convolution.wasm \
 *       --runtime stub --importMemory --enable simd --noAssert -O3
 */
const wasmBase64 =
  'AGFzbQEAAAABDgFgCn9/f39/f39/f38AAg8BA2VudgZtZW1vcnkCAAADAgEABxUCCGNvbnZvbHZlAAAGbWVtb3J5AgAKtwMBtAMC' +
  'CXsKfyAEIAZsQQJ0IRkgCSAGQQFrQQF1a0ECdCEaA0AgBSAVSgRAIAIgFSAZbGoiGyAZaiEcIAMgFUECdGoiE/0JAgAhDCAT/QkC' +
  'BCENQQAhFANAIAcgFEoEQCAMIgohDiANIgshD0EAIRNBACEWA0AgBCAWSgRAIAAgCCAWbGogGmogFEECdGohF0EAIRgDQCAGIBhK' +
  'BEAgCiATIBtq/QkCACIRIBf9AAQAIhD95gH95AEhCiAOIBEgF/0ABBAiEv3mAf3kASEOIAsgEyAcav0JAgAiESAQ/eYB/eQBIQsg' +
  'DyARIBL95gH95AEhDyATQQRqIRMgF0EEaiEXIBhBAWohGAwBCwsgFkEBaiEWDAELCyABIAggFWxqIAkgFGpBAnRqIhMgCv0MAAAA' +
  'AAAAAAAAAAAAAAAAAP3pAf0LBAAgEyAO/QwAAAAAAAAAAAAAAAAAAAAA/ekB/QsEECAIIBNqIhMgC/0MAAAAAAAAAAAAAAAAAAAA' +
  'AP3pAf0LBAAgEyAP/QwAAAAAAAAAAAAAAAAAAAAA/ekB/QsEECAUQQhqIRQMAQsLIBVBAmohFQwBCwsL'

/**
 * Writes the rectified outputs of a layer. Input, output, weights and biases are byte offsets in the memory. A
 * row holds one channel: `rowBytes` long, with its first value after `margin` others, and `time` values. The number of
 * outputs must be even. Up to seven values more than `time` are written to each row.
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

/** The part of WebAssembly that is used, because @types/node does not declare it. */
declare const WebAssembly: {
  Memory: new (options: { initial: number }) => { buffer: ArrayBuffer }
  Module: new (code: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
}

let wasmModule: object | undefined

const pageBytes = 65_536

/** Returns a memory for this many 32-bit numbers, and a convolution that works in it. */
export function createConvolution(numberCount: number): { memory: Float32Array; convolve: Convolve } {
  wasmModule ??= new WebAssembly.Module(Buffer.from(wasmBase64, 'base64'))
  const memory = new WebAssembly.Memory({ initial: Math.ceil((numberCount * 4) / pageBytes) })
  const { exports } = new WebAssembly.Instance(wasmModule, { env: { memory } })
  return { memory: new Float32Array(memory.buffer), convolve: exports.convolve as Convolve }
}
