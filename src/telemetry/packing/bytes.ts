/** Collects bytes in a buffer that grows. */
export interface ByteWriter {
  byte(value: number): void
  /** Writes an integer from 0 to 2^53, seven bits a byte, the lowest first. */
  varint(value: number): void
  /** Writes the first of the values so. */
  varints(values: Float64Array, count: number): void
  float64(value: number): void
  bytes(value: Uint8Array): void
  /** What was written; valid until more is written. */
  written(): Buffer
}

const maxVarintBytes = 8

export function createByteWriter(capacity = 4096): ByteWriter {
  let buffer = Buffer.allocUnsafe(capacity)
  let length = 0
  function reserve(size: number): void {
    if (length + size <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length + size))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  function put(value: number): void {
    let rest = value
    // Most values fit in 31 bits, where bit operations are faster than divisions.
    while (rest >= 2 ** 31) {
      buffer[length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    while (rest >= 128) {
      buffer[length++] = (rest & 127) | 128
      rest >>>= 7
    }
    buffer[length++] = rest
  }
  return {
    byte(value) {
      reserve(1)
      buffer[length++] = value
    },
    varint(value) {
      reserve(maxVarintBytes)
      put(value)
    },
    varints(values, count) {
      reserve(count * maxVarintBytes)
      for (let i = 0; i < count; i++) put(values[i] as number)
    },
    float64(value) {
      reserve(8)
      length = buffer.writeDoubleLE(value, length)
    },
    bytes(value) {
      reserve(value.length)
      buffer.set(value, length)
      length += value.length
    },
    written: () => buffer.subarray(0, length),
  }
}

export interface ByteReader {
  readonly buffer: Buffer
  /** The next byte to be read. */
  position: number
  byte(): number
  varint(): number
  skipVarints(count: number): void
  float64(): number
  bytes(length: number): Buffer
}

export const endsTooEarly = () => new RangeError('Packed readings end too early')

/** Reads what a ByteWriter wrote; reading beyond the end throws. */
export function createByteReader(buffer: Buffer): ByteReader {
  const reader: ByteReader = {
    buffer,
    position: 0,
    byte() {
      const value = buffer[reader.position++]
      if (value === undefined) throw endsTooEarly()
      return value
    },
    varint() {
      let value = reader.byte()
      if (value < 128) return value
      value -= 128
      for (let unit = 128; ; unit *= 128) {
        const part = reader.byte()
        if (part < 128) return value + part * unit
        value += (part - 128) * unit
      }
    },
    skipVarints(count) {
      let { position } = reader
      let left = count
      for (; left > 0 && position < buffer.length; position++) {
        if ((buffer[position] as number) < 128) left--
      }
      if (left > 0) throw endsTooEarly()
      reader.position = position
    },
    float64() {
      reader.position += 8
      return buffer.readDoubleLE(reader.position - 8)
    },
    bytes(length) {
      if (reader.position + length > buffer.length) throw endsTooEarly()
      reader.position += length
      return buffer.subarray(reader.position - length, reader.position)
    },
  }
  return reader
}
