import type { ConsoleFile, Representation } from './console-files.ts'

/** Picks the first encoding that the client accepts (RFC 9110, section 12.5.3). */
export function chooseRepresentation(
  { plain, compressed }: ConsoleFile,
  acceptEncoding: string | undefined,
): Representation {
  const accepted = acceptedEncodings(acceptEncoding ?? '')
  return compressed.find(({ encoding = '' }) => accepted.has(encoding)) ?? plain
}

function acceptedEncodings(header: string): Set<string> {
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const isRefused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))
    if (name && !isRefused) accepted.add(name)
  }
  return accepted
}

/** Whether the client has this content already (RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}
