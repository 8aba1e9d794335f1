/**
 * The number with the fewest digits that is the same in single precision: 9.81 for 9.8100004196, as
 * PostgreSQL writes it.
 */
export function shortestFloat32(value: number): number {
  const single = Math.fround(value)
  for (let unit = 1; unit <= 1e6; unit *= 10) {
    const rounded = Math.round(value * unit) / unit
    if (Math.fround(rounded) === single && Math.abs(rounded * unit) < 1e7) return rounded
  }
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === single) return rounded
  }
  return Number(value.toPrecision(9))
}
