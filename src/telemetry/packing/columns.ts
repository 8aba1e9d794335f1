import type { ByteReader, ByteWriter } from './bytes.ts'
import { areIntegers, readIntegers, writeIntegers } from './integers.ts'

/** The values of one column, in the order of the readings. */
export type Values = (number | null)[]

/** Which values are null: none, all, or those that a column of zeros and ones says. */
const [noNulls, allNulls, someNulls] = [0, 1, 2]

/** How the other values are written: as integers of 10^-digits, or, from here on, as the numbers that they are. */
const maxDigits = 6
/** Of columns with a resolution: more digits are those of a conversion, not of a sensor. */
const maxSensorDigits = 4
const asFloat64 = 15

/**
 * Writes values at the fewest decimal digits that keep each of them. If that is too many, values with a
 * `resolution` are rounded to that number of digits, and others are written as they are.
 */
export function writeColumn(writer: ByteWriter, values: Values, resolution?: number): void {
  const present = values.filter((value) => value !== null)
  const nulls = present.length === 0 ? allNulls : present.length < values.length ? someNulls : noNulls
  writer.byte(nulls)
  if (nulls === allNulls) return
  if (nulls === someNulls) {
    writeIntegers(
      writer,
      values.map((value) => (value === null ? 1 : 0)),
    )
  }
  const digits = digitsOf(present, resolution === undefined ? maxDigits : maxSensorDigits) ?? resolution
  const scaled =
    digits === undefined ? undefined : present.map((value) => Math.round(value * 10 ** digits) + 0)
  if (digits !== undefined && scaled && areIntegers(scaled)) {
    writer.byte(digits)
    writeIntegers(writer, scaled)
  } else {
    writer.byte(asFloat64)
    for (const value of present) writer.float64(value)
  }
}

/** Reads a column of `count` values, and returns those from one position up to another. */
export function readColumn(reader: ByteReader, count: number, start = 0, end = count): Values {
  const nulls = reader.byte()
  if (nulls === allNulls) return new Array(end - start).fill(null)
  if (nulls === noNulls) return readPresent(reader, count, start, end)
  const isNull = readIntegers(reader, count)
  const before = countZeros(isNull, 0, start)
  const inside = countZeros(isNull, start, end)
  const presentCount = before + inside + countZeros(isNull, end, count)
  const present = readPresent(reader, presentCount, before, before + inside)
  let next = 0
  return Array.from(isNull.subarray(start, end), (flag) => (flag === 1 ? null : (present[next++] as number)))
}

function countZeros(flags: Float64Array, start: number, end: number): number {
  let zeros = 0
  for (let i = start; i < end; i++) if (flags[i] === 0) zeros++
  return zeros
}

function readPresent(reader: ByteReader, count: number, start: number, end: number): number[] {
  const digits = reader.byte()
  const isFloat = digits === asFloat64
  const values = isFloat ? readFloats(reader, count) : readIntegers(reader, count, end)
  const unit = isFloat ? 1 : 10 ** digits
  // Array.from takes several times as long.
  const result: number[] = new Array(end - start)
  for (let i = start; i < end; i++) result[i - start] = (values[i] as number) / unit
  return result
}

function readFloats(reader: ByteReader, count: number): Float64Array {
  const values = new Float64Array(count)
  for (let i = 0; i < count; i++) values[i] = reader.float64()
  return values
}

/** The fewest decimal digits, up to a maximum, that all values have; undefined if there are more. */
function digitsOf(values: number[], maximum: number): number | undefined {
  let digits = 0
  for (const value of values) {
    while (!hasDigits(value, digits)) {
      if (digits === maximum) return undefined
      digits++
    }
  }
  return digits
}

/** The column is stored in single precision: the decimal number that is nearest to its value is what the device sent. */
function hasDigits(value: number, digits: number): boolean {
  const unit = 10 ** digits
  const rounded = Math.round(value * unit) / unit
  return rounded === value || Math.fround(rounded) === value
}
