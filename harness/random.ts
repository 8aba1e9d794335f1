/** Returns a generator of numbers from 0 to 1, the same for the same seed (32-bit xorshift with mixing). */
export function createRandom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return (Math.imul(state, 0x2545f491) >>> 0) / 2 ** 32
  }
}
