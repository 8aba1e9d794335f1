/** What a German spreadsheet saves: semicolons, Windows-1252 and line ends of two characters. */
export const saved = (name: string, lines: readonly string[]) => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'),
})
