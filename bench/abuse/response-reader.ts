/** Called with the status and the size of each response, including headers. */
export type OnResponse = (status: number, bytes: number) => void

const maxHeadBytes = 64 * 1024

/**
 * Parses the responses on a connection, pipelined ones too, without keeping their bodies, which can be
 * larger than the memory of the attacker.
 */
export function createResponseReader(onResponse: OnResponse, haveBodies = true): (chunk: Buffer) => void {
  let head = ''
  let status = 0
  let bytes = 0
  let remainingBody = 0

  function end(): void {
    // "100 Continue" is not the response yet.
    if (status >= 200) onResponse(status, bytes)
    bytes = 0
  }

  return function read(chunk) {
    for (let at = 0; at < chunk.length; ) {
      if (remainingBody > 0) {
        const length = Math.min(remainingBody, chunk.length - at)
        remainingBody -= length
        bytes += length
        at += length
        if (remainingBody === 0) end()
        continue
      }
      const headLengthBefore = head.length
      head += chunk.toString('latin1', at, at + maxHeadBytes)
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd < 0) {
        at += maxHeadBytes
        continue
      }
      at += headEnd + 4 - headLengthBefore
      bytes = headEnd + 4
      status = Number(head.slice(9, 12))
      const [, length = 0] = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, headEnd)) ?? []
      remainingBody = haveBodies ? Number(length) : 0
      head = ''
      if (remainingBody === 0) end()
    }
  }
}
