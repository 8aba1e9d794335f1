import mqttPacket, { type Packet } from 'mqtt-packet'

/** A PUBLISH with QoS 1 to the topic of live readings. */
export interface ReadingPacket {
  messageId: number
  dup: boolean
  payload: Buffer
}

/** Splits what a connection sends into packets, and parses those that are complete. */
export interface PacketReader {
  /** Keeps bytes that have arrived. */
  push(chunk: Buffer): void
  /** Reads the next packet if it is complete. Throws if the bytes are no MQTT, or a packet is longer than allowed. */
  next(): boolean
  /** Set by CONNECT: the format of the other packets depends on it. */
  setVersion(version: number): void
  /**
   * Reads packets to this topic without the parser, which takes ten times as long: nearly all packets are live readings
   * with QoS 1.
   */
  readDirectly(topic: string, onReading: (packet: ReadingPacket) => void): void
  /** The longest packet from now on, in bytes: a PUBLISH, and any other one. */
  maxBytes: number
  maxControlBytes: number
  /** Since when a packet is incomplete (`performance.now()`); 0 if none is. */
  readonly incompleteSinceMs: number
}

/** A packet, or a part of one, longer than allowed: its header says so, before the rest is kept. */
export class TooLargeError extends Error {}

/** The remaining length takes one to four bytes, of seven bits each. */
const maxLengthBytes = 4

const noBytes: Buffer = Buffer.alloc(0)

/** What the properties of a PUBLISH may take: the parser makes an object of each, and 256 KB of them took 60 ms. */
const maxPropertyBytes = 1024

const pingreq: Packet = { cmd: 'pingreq' }
const pingreqBytes = 0xc000

/**
 * Checks the length of a packet before anything of it is kept. The parser would collect up to 256 MB,
 * and has no limit, nor has it one for the filters and properties in a packet. Packets are read one by one, so that whoever closes or pauses a connection reads no more of it.
 */
export function createPacketReader(maxBytes: number, onPacket: (packet: Packet) => void): PacketReader {
  const settings = { protocolVersion: 4 }
  let parser: mqttPacket.Parser | undefined
  let data = noBytes
  /** What arrived after `data`. */
  let chunks: Buffer[] = []
  let received = 0
  let needed = 0
  let incompleteSinceMs = 0
  let readReading: ((packet: Buffer) => boolean) | undefined

  function parse(packet: Buffer): void {
    if (packet.length === 2 && packet.readUInt16BE() === pingreqBytes) return void onPacket(pingreq)
    if (readReading?.(packet)) return
    if (settings.protocolVersion === 5 && isPublish(packet) && propertyBytesOf(packet) > maxPropertyBytes)
      throw new TooLargeError('The properties are too large')
    parser ??= createParser(settings, onPacket)
    parser.parse(packet)
  }

  const reader: PacketReader = {
    push(chunk) {
      received += chunk.length
      if (data.length === 0) data = chunk
      else chunks.push(chunk)
    },
    next() {
      if (received === 0 || received < needed) return false
      if (chunks.length > 0) {
        data = Buffer.concat([data, ...chunks])
        chunks = []
      }
      needed = lengthOf(data)
      if (needed > (isPublish(data) ? reader.maxBytes : reader.maxControlBytes))
        throw new TooLargeError('The packet is too large')
      if (needed === 0 || received < needed) {
        incompleteSinceMs ||= performance.now()
        return false
      }
      incompleteSinceMs = 0
      const packet = received === needed ? data : data.subarray(0, needed)
      data = received === needed ? noBytes : data.subarray(needed)
      received -= needed
      needed = 0
      parse(packet)
      return true
    },
    setVersion(version) {
      settings.protocolVersion = version
    },
    readDirectly(topic, onReading) {
      // MQTT 5 has properties after the packet id; here there are none.
      readReading = createReadingParser(topic, settings.protocolVersion === 5, onReading)
    },
    maxBytes,
    maxControlBytes: maxBytes,
    get incompleteSinceMs() {
      return incompleteSinceMs
    },
  }
  return reader
}

/** Called with the first packet: a connection that stays silent costs no parser. */
function createParser(
  settings: { protocolVersion: number },
  onPacket: (packet: Packet) => void,
): mqttPacket.Parser {
  const parser = mqttPacket.parser(settings)
  parser.on('packet', onPacket)
  parser.on('error', (error: Error) => {
    throw error
  })
  return parser
}

/** The length of the packet that the data begins with, or 0 if its header is incomplete. */
function lengthOf(data: Buffer): number {
  const end = endOfVariable(data, 1)
  return end && end + readVariable(data, 1, end)
}

const isPublish = (packet: Buffer) => (packet[0] as number) >> 4 === 3

/** Where a number of one to four bytes ends, or 0 if some of them are missing. */
function endOfVariable(data: Buffer, start: number): number {
  for (let i = start; i < start + maxLengthBytes; i++) {
    const byte = data[i]
    if (byte === undefined) return 0
    if (byte < 0x80) return i + 1
  }
  throw new Error('A number is malformed')
}

function readVariable(data: Buffer, start: number, end: number): number {
  let value = 0
  for (let i = end - 1; i >= start; i--) value = value * 128 + ((data[i] as number) & 0x7f)
  return value
}

/** The length of the properties of a PUBLISH of MQTT 5, which follow the topic and the packet id. */
function propertyBytesOf(packet: Buffer): number {
  const end = endOfVariable(packet, 1)
  const topicBytes = packet.length < end + 2 ? 0 : packet.readUInt16BE(end)
  const hasId = ((packet[0] as number) & 0x06) !== 0
  const start = end + 2 + topicBytes + (hasId ? 2 : 0)
  // The parser refuses a packet that ends before its properties.
  return readVariable(packet, start, endOfVariable(packet, start))
}

const publishQos1 = 0x32
const dupFlag = 0x08

/** Returns a function that is false, and does nothing, for every other packet. */
function createReadingParser(
  topic: string,
  hasProperties: boolean,
  onReading: (packet: ReadingPacket) => void,
): (packet: Buffer) => boolean {
  const name = Buffer.from(`\0\0${topic}`)
  name.writeUInt16BE(name.length - 2)
  return (packet) => {
    const type = packet[0] as number
    if ((type & ~dupFlag) !== publishQos1) return false
    let start = 2
    while ((packet[start - 1] as number) >= 0x80) start++
    const end = start + name.length
    if (packet.length < end + 3 || packet.compare(name, 0, name.length, start, end) !== 0) return false
    const messageId = packet.readUInt16BE(end)
    if (messageId === 0 || (hasProperties && packet[end + 2] !== 0)) return false
    const payload = packet.subarray(end + (hasProperties ? 3 : 2))
    onReading({ messageId, dup: (type & dupFlag) !== 0, payload })
    return true
  }
}
