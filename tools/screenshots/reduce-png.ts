import { deflateSync, inflateSync } from 'node:zlib'

const signatureBytes = 8
const [rgb, rgba] = [2, 6]
const palette = 3
const mostColours = 256

/**
 * Writes a screenshot with a palette of its most frequent colours, in about a third of its size. A console has
 * few of them; what is left are the shades at the edges of letters, of which the nearest is near enough.
 */
export function reducePng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const colours = paletteOf(pixels)
  const nearest = new Map<number, number>(colours.map((colour, i) => [colour, i]))
  const rows = Buffer.alloc(height * (width + 1))
  for (let i = 0, at = 0; i < pixels.length; i++) {
    if (i % width === 0) at++
    const colour = pixels[i] as number
    let index = nearest.get(colour)
    if (index === undefined) {
      index = indexOfNearest(colours, colour)
      nearest.set(colour, index)
    }
    rows[at++] = index
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, palette, 0, 0, 0], 8)
  return Buffer.concat([
    png.subarray(0, signatureBytes),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flatMap(parts))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const parts = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255]

/** Takes the most frequent colours, but none that is hardly different from one that it has. */
function paletteOf(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byCount = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  if (byCount.length <= mostColours) return byCount
  // Shades next to each other are one, from as far apart as leaves few enough of them.
  for (let apart = 2; ; apart *= 1.5) {
    const taken: number[] = []
    for (const colour of byCount) {
      if (taken.every((other) => distance(colour, other) > apart * apart)) taken.push(colour)
      if (taken.length > mostColours) break
    }
    if (taken.length <= mostColours) return taken
  }
}

function distance(a: number, b: number): number {
  const [red, green, blue] = [
    (a >> 16) - (b >> 16),
    ((a >> 8) & 255) - ((b >> 8) & 255),
    (a & 255) - (b & 255),
  ]
  return red * red + green * green + blue * blue
}

function indexOfNearest(colours: readonly number[], colour: number): number {
  let best = 0
  for (let i = 1; i < colours.length; i++)
    if (distance(colours[i] as number, colour) < distance(colours[best] as number, colour)) best = i
  return best
}

/** Reads a PNG of eight bits a channel that is not interlaced, as browsers write them. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth, type, , , interlaced] = png.subarray(24, 29)
  if (depth !== 8 || (type !== rgb && type !== rgba) || interlaced) throw new Error('Not a PNG of a browser')
  const channels = type === rgb ? 3 : 4
  const data: Buffer[] = []
  for (let at = signatureBytes; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const rows = inflateSync(Buffer.concat(data))
  const pixels = new Uint32Array(width * height)
  const bytes = width * channels
  let above = Buffer.alloc(bytes)
  for (let y = 0; y < height; y++) {
    const start = y * (bytes + 1)
    const row = rows.subarray(start + 1, start + 1 + bytes)
    unfilter(row, above, rows[start] ?? 0, channels)
    for (let x = 0; x < width; x++) pixels[y * width + x] = row.readUIntBE(x * channels, 3)
    above = row
  }
  return { width, height, pixels }
}

/** Undoes, in place, what a row is written as: the differences to its neighbours. */
function unfilter(row: Buffer, above: Buffer, filter: number, channels: number): void {
  if (filter === 0) return
  for (let i = 0; i < row.length; i++) {
    const left = i < channels ? 0 : (row[i - channels] as number)
    const up = above[i] as number
    const corner = i < channels ? 0 : (above[i - channels] as number)
    row[i] = (row[i] as number) + guess(filter, left, up, corner)
  }
}

function guess(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth(left, up, corner)
    default:
      return 0
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp] = [Math.abs(up - corner), Math.abs(left - corner)]
  const byCorner = Math.abs(left + up - 2 * corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc(named))
  return Buffer.concat([length, named, check])
}

/** zlib has a function for it only from Node 22 on. */
function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}
