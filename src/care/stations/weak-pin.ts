/** Years in which people are born, or which they remember: the first digits of a PIN that others try. */
const yearLike = /^(19|20)\d\d$/

const digitsOf = (pin: string) => [...pin].map(Number)

/** True for a PIN that somebody would try first: one digit, a row up or down, pairs, or a year. */
export function isWeakPin(pin: string): boolean {
  const digits = digitsOf(pin)
  const steps = digits.slice(1).map((digit, i) => (digit - (digits[i] as number) + 10) % 10)
  const isRow = steps.every((step) => step === steps[0]) && [0, 1, 9].includes(steps[0] as number)
  const half = pin.slice(0, pin.length / 2)
  const isRepeated = half + half === pin
  const isPairs = /^(.)\1(.)\2$/.test(pin)
  return isRow || isRepeated || isPairs || yearLike.test(pin)
}
