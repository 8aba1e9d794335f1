import { type LineMessage, say } from './import-messages.ts'

export interface GivenFile {
  name: string
  content?: string | undefined
  contentBase64?: string | undefined
}

export const encodings = ['UTF-8', 'UTF-16', 'Windows-1252'] as const
export type Encoding = (typeof encodings)[number]

export interface DecodedFile {
  text: string
  /** Null for a file that was given as a text. */
  encoding: Encoding | null
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' } as const
const windows1252 = new TextDecoder('windows-1252')

const wrongEncoding = say('NOT_UTF8')

/**
 * Windows-1252 has a character for nearly every byte, so a text in another encoding is known by what no name has: a
 * control character, or a sign between two letters, as in the "B„cker" of MS-DOS.
 */
const unlikely = /[\u0080-\u009f]|\p{L}[‚„“”†‡ˆ‰‹›¢£¤¥¦§©«¬®¯±²³¶¸¹»¼½¾¿]\p{L}/u

/** Returns the text of a file without a byte order mark, or the problem of its encoding. */
export function decodeFile(file: GivenFile): DecodedFile | { problem: LineMessage } {
  if (file.content !== undefined) {
    // What a program could not decode is this character afterwards.
    if (file.content.includes('\ufffd')) return { problem: wrongEncoding }
    return { text: file.content.replace(/^\ufeff/, ''), encoding: null }
  }
  const bytes = Buffer.from(file.contentBase64 ?? '', 'base64')
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return { problem: say('SPREADSHEET') }
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') return decodeUtf16(bytes, utf16[mark])
  if (bytes.includes(0)) return { problem: say('UTF16') }
  try {
    return { text: utf8.decode(bytes), encoding: 'UTF-8' }
  } catch {
    const text = windows1252.decode(bytes)
    return unlikely.test(text) ? { problem: wrongEncoding } : { text, encoding: 'Windows-1252' }
  }
}

function decodeUtf16(bytes: Buffer, label: 'utf-16le' | 'utf-16be'): ReturnType<typeof decodeFile> {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding: 'UTF-16' }
  } catch {
    return { problem: say('UTF16') }
  }
}
