const ellipsis = '…'

/** Shortens a text to a number of bytes in UTF-8, between two characters, and ends it with an ellipsis. */
export function truncateToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let bytes = Buffer.byteLength(ellipsis)
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    kept += character
  }
  return `${kept.trimEnd()}${ellipsis}`
}
