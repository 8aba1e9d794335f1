/** ByteWriter collects bytes in a buffer that grows. */
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
  byte(): number
  varint(): number
  /** Reads so many of them into the target. */
  varints(target: Float64Array, count: number): void
  float64(): number
  bytes(length: number): Buffer
}

/** createByteReader reads what a ByteWriter wrote; reading beyond the end throws. */
export function createByteReader(buffer: Buffer): ByteReader {
  let position = 0
  function next(): number {
    const value = buffer[position++]
    if (value === undefined) throw new RangeError('Packed readings end too early')
    return value
  }
  return {
    byte: next,
    varint() {
      let value = next()
      if (value < 128) return value
      value -= 128
      for (let unit = 128; ; unit *= 128) {
        const part = next()
        if (part < 128) return value + part * unit
        value += (part - 128) * unit
      }
    },
    varints(target, count) {
      // Most of the time of unpacking is spent here.
      let next = position
      for (let i = 0; i < count; i++) {
        let value = buffer[next++] as number
        if (value >= 128) {
          const second = buffer[next++] as number
          value = (value & 127) | ((second & 127) << 7)
          if (second >= 128) {
            for (let unit = 2 ** 14; ; unit *= 128) {
              const part = buffer[next++] as number
              if (part >= 128) value += (part - 128) * unit
              else {
                value += part * unit
                break
              }
            }
          }
        }
        target[i] = value
      }
      if (next > buffer.length) throw new RangeError('Packed readings end too early')
      position = next
    },
    float64() {
      position += 8
      return buffer.readDoubleLE(position - 8)
    },
    bytes(length) {
      if (position + length > buffer.length) throw new RangeError('Packed readings end too early')
      position += length
      return buffer.subarray(position - length, position)
    },
  }
}
