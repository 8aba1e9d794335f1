/** Answered is told of each answer: its status and its size, headers included. */
export type Answered = (status: number, bytes: number) => void

const longestHead = 64 * 1024

/**
 * createAnswerReader counts the answers on a connection, also pipelined ones, and keeps nothing of their bodies: an
 * answer may be larger than the memory of who asked for it.
 */
export function createAnswerReader(answered: Answered, haveBodies = true): (chunk: Buffer) => void {
  let head = ''
  let status = 0
  let bytes = 0
  let bodyLeft = 0

  function end(): void {
    // "100 Continue" is no answer yet.
    if (status >= 200) answered(status, bytes)
    bytes = 0
  }

  return function read(chunk) {
    for (let at = 0; at < chunk.length; ) {
      if (bodyLeft > 0) {
        const length = Math.min(bodyLeft, chunk.length - at)
        bodyLeft -= length
        bytes += length
        at += length
        if (bodyLeft === 0) end()
        continue
      }
      const before = head.length
      head += chunk.toString('latin1', at, at + longestHead)
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd < 0) {
        at += longestHead
        continue
      }
      at += headEnd + 4 - before
      bytes = headEnd + 4
      status = Number(head.slice(9, 12))
      const [, length = 0] = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, headEnd)) ?? []
      bodyLeft = haveBodies ? Number(length) : 0
      head = ''
      if (bodyLeft === 0) end()
    }
  }
}
