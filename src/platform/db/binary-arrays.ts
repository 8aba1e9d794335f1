/** A PostgreSQL type whose arrays can be sent in binary format. */
export interface ArrayType<Value> {
  /** The name for a cast (`::`). */
  name: string
  oid: number
  sizeOf: (value: Value) => number
  write: (bytes: Buffer, value: Value, offset: number) => void
}

const fixed = (size: number) => () => size

export const boolean: ArrayType<boolean> = {
  name: 'boolean',
  oid: 16,
  sizeOf: fixed(1),
  write: (bytes, value, offset) => bytes.writeUInt8(value ? 1 : 0, offset),
}

export const bytea: ArrayType<Buffer> = {
  name: 'bytea',
  oid: 17,
  sizeOf: (value) => value.length,
  write: (bytes, value, offset) => value.copy(bytes, offset),
}

export const bigint: ArrayType<number> = { name: 'bigint', oid: 20, sizeOf: fixed(8), write: writeWhole }

export const smallint: ArrayType<number> = {
  name: 'smallint',
  oid: 21,
  sizeOf: fixed(2),
  write: (bytes, value, offset) => bytes.writeInt16BE(value, offset),
}

export const int: ArrayType<number> = {
  name: 'int',
  oid: 23,
  sizeOf: fixed(4),
  write: (bytes, value, offset) => bytes.writeInt32BE(value, offset),
}

export const text: ArrayType<string> = {
  name: 'text',
  oid: 25,
  sizeOf: (value) => Buffer.byteLength(value),
  write: (bytes, value, offset) => bytes.write(value, offset),
}

export const real: ArrayType<number> = {
  name: 'real',
  oid: 700,
  sizeOf: fixed(4),
  write: (bytes, value, offset) => bytes.writeFloatBE(value, offset),
}

/** PostgreSQL counts microseconds from the year 2000. */
const epoch = Date.UTC(2000, 0, 1)

export const timestamptz: ArrayType<Date> = {
  name: 'timestamptz',
  oid: 1184,
  sizeOf: fixed(8),
  write: (bytes, value, offset) => writeWhole(bytes, (value.getTime() - epoch) * 1000, offset),
}

/** Writes an integer in eight bytes. */
function writeWhole(bytes: Buffer, value: number, offset: number): void {
  const high = Math.floor(value / 2 ** 32)
  bytes.writeInt32BE(high, offset)
  bytes.writeUInt32BE(value - high * 2 ** 32, offset + 4)
}

const headerBytes = 5 * 4

/** Encodes values in PostgreSQL's binary format, which saves both sides converting numbers to text. */
export function arrayOf<Value>(type: ArrayType<Value>, values: readonly (Value | null)[]): Buffer {
  let size = headerBytes
  for (const value of values) size += value === null ? 4 : 4 + type.sizeOf(value)
  const bytes = Buffer.allocUnsafe(size)
  // Dimensions, null flag, element type, length and lower bound.
  let offset = 0
  for (const number of [1, 1, type.oid, values.length, 1]) offset = bytes.writeInt32BE(number, offset)
  for (const value of values) {
    if (value === null) {
      bytes.writeInt32BE(-1, offset)
      offset += 4
    } else {
      const length = type.sizeOf(value)
      bytes.writeInt32BE(length, offset)
      type.write(bytes, value, offset + 4)
      offset += 4 + length
    }
  }
  return bytes
}

/** Returns the elements of the next array; null for a null. */
export type ArrayReader = <Value>(
  read: (bytes: Buffer, offset: number, length: number) => Value,
) => (Value | null)[]

/**
 * Reads what `array_send` returned, one array after the other. It saves both sides converting numbers to
 * text.
 */
export function createArrayReader(bytes: Buffer): ArrayReader {
  let offset = 0
  return (read) => {
    const count = bytes.readInt32BE(offset + 12)
    offset += headerBytes
    const values = new Array(count)
    for (let i = 0; i < count; i++) {
      const length = bytes.readInt32BE(offset)
      offset += 4
      values[i] = length < 0 ? null : read(bytes, offset, length)
      offset += Math.max(0, length)
    }
    return values
  }
}

/** Readers of elements. */
export const readBoolean = (bytes: Buffer, offset: number) => bytes.readUInt8(offset)
export const readSmallint = (bytes: Buffer, offset: number) => bytes.readInt16BE(offset)
export const readReal = (bytes: Buffer, offset: number) => bytes.readFloatBE(offset)
export const readBytea = (bytes: Buffer, offset: number, length: number) =>
  bytes.subarray(offset, offset + length)
export const readBigint = (bytes: Buffer, offset: number) =>
  bytes.readInt32BE(offset) * 2 ** 32 + bytes.readUInt32BE(offset + 4)
/** In microseconds since 1970. */
export const readTimestamptz = (bytes: Buffer, offset: number) => readBigint(bytes, offset) + epoch * 1000
