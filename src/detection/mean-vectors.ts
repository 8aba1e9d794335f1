/** The mean accelerations of as many ranges can be compared. */
const slots = 10

/** Stores mean accelerations in numbered slots, to compare their lengths and directions. */
export function createMeanVectors() {
  const values = new Float64Array(slots * 3)

  const dot = (a: number, b: number) =>
    (values[a * 3] as number) * (values[b * 3] as number) +
    (values[a * 3 + 1] as number) * (values[b * 3 + 1] as number) +
    (values[a * 3 + 2] as number) * (values[b * 3 + 2] as number)

  /** 1 g at rest, and less if the device was shaken. */
  const lengthOf = (slot: number) => Math.sqrt(dot(slot, slot))

  return {
    set(slot: number, x: number, y: number, z: number): void {
      values[slot * 3] = x
      values[slot * 3 + 1] = y
      values[slot * 3 + 2] = z
    },
    lengthOf,
    /** Returns a unit vector. */
    directionOf(slot: number): [x: number, y: number, z: number] {
      const scale = 1 / lengthOf(slot)
      return [
        (values[slot * 3] as number) * scale,
        (values[slot * 3 + 1] as number) * scale,
        (values[slot * 3 + 2] as number) * scale,
      ]
    },
    /** Returns degrees, or undefined if one of the vectors has no direction. */
    angleBetween(a: number, b: number): number | undefined {
      const lengths = Math.sqrt(dot(a, a) * dot(b, b))
      if (lengths < 1e-6) return undefined
      return (Math.acos(Math.min(1, Math.max(-1, dot(a, b) / lengths))) * 180) / Math.PI
    },
  }
}
