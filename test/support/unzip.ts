import assert from 'node:assert/strict'
import zlib from 'node:zlib'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50

/** Reads the files of an archive by its central directory, as programs that unpack archives do. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22
  assert.equal(archive.readUInt32LE(end), endSignature, 'the archive is complete')
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(archive.readUInt32LE(at), entrySignature)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((i) => archive.readUInt16LE(at + i))
    const name = archive.toString('utf8', at + 46, at + 46 + Number(nameLength))
    const header = archive.readUInt32LE(at + 42)
    const begin = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const packed = archive.subarray(begin, begin + archive.readUInt32LE(at + 20))
    const content = zlib.inflateRawSync(packed)
    assert.equal(content.length, archive.readUInt32LE(at + 24))
    // Node 20.12 has no crc32 yet.
    if (zlib.crc32) assert.equal(zlib.crc32(content), archive.readUInt32LE(at + 16))
    files.set(name, content.toString())
    at += 46 + Number(nameLength) + Number(extraLength) + Number(commentLength)
  }
  return files
}
