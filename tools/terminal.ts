import { stripVTControlCharacters, styleText } from 'node:util'

/** Where a tool prints: the standard output, as a rule. */
export interface Out {
  write(text: string): unknown
  isTTY?: boolean | undefined
  columns?: number | undefined
}

export type Style = Parameters<typeof styleText>[0]

/** Prints for people: within the width that there is, and in colour where there are colours. */
export interface Terminal {
  isLive: boolean
  /** Asked for anew each time, because people resize windows. */
  width(): number
  paint(style: Style, text: string): string
  /** Prints prose: lines break between words, and those after the first are indented by `hanging` columns. */
  print(text: string, layout?: { indent?: number; hanging?: number }): void
  /** Prints a line that must stay in one piece, such as a command. */
  printLine(line: string): void
}

/** Longer lines are hard to read, however wide a window is. */
const maxWidth = 100
const defaultWidth = 80

export function openTerminal(out: Out = process.stdout, env: NodeJS.ProcessEnv = process.env): Terminal {
  const isLive = out.isTTY === true
  const hasColour = wantsColour(isLive, env)
  // A terminal that does not know its size says 0.
  const width = () => (isLive ? Math.min(out.columns || defaultWidth, maxWidth) : defaultWidth)
  return {
    isLive,
    width,
    // Later versions of Node would decide on colour by themselves, by the standard output.
    paint: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
    print(text, { indent = 0, hanging = indent } = {}) {
      out.write(`${wrap(text, width(), indent, hanging).join('\n')}\n`)
    },
    printLine: (line) => void out.write(`${line}\n`),
  }
}

/** Prints the lines of an error message for people: on the standard error, each within the width. */
export function printError(message: string, out: Out = process.stderr): void {
  const { print } = openTerminal(out)
  for (const line of message.split('\n')) print(line)
}

/** As Node does it: FORCE_COLOR decides, then NO_COLOR (https://no-color.org). */
function wantsColour(isLive: boolean, { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR)
  if (NO_COLOR) return false
  return isLive && TERM !== 'dumb'
}

/** Breaks text between words. A word that is longer than a line, such as a URL, gets a line of its own. */
export function wrap(text: string, width: number, indent = 0, hanging = indent): string[] {
  const lines: string[] = []
  let line = ' '.repeat(indent)
  let isEmpty = true
  for (const word of text.split(' ')) {
    if (!isEmpty && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line)
      line = ' '.repeat(hanging)
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}

/** Counts columns: not the codes of colours, and a combined character once. */
const lengthOf = (text: string) => [...stripVTControlCharacters(text).normalize('NFC')].length

/** Writes seconds as minutes and seconds, as on a stopwatch. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const levelStyles: Record<string, Style> = {
  CONFIRMED: ['bold', 'red'],
  CRITICAL: ['bold', 'red'],
  HIGH: 'red',
  POTENTIAL: 'yellow',
  MEDIUM: 'yellow',
}

/** Gives the colour of a fall's level, or of an alert's severity. */
export const styleOfLevel = (level: string): Style => levelStyles[level] ?? 'reset'
