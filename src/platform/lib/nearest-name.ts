/** The known name that another one is a misspelling of, if there is one. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const written = name.toUpperCase()
  let [nearest, fewest]: [string | undefined, number] = [undefined, maxMistakes(name) + 1]
  for (const candidate of known) {
    // Each letter more or less is a mistake, so most names need no closer look.
    if (Math.abs(candidate.length - name.length) >= fewest) continue
    const count = mistakes(written, candidate.toUpperCase())
    if (count < fewest) [nearest, fewest] = [candidate, count]
  }
  return nearest
}

/** One in four letters, three at most: HOME is no HOST, and SMPT_URL is SMTP_URL. */
const maxMistakes = (name: string) => Math.min(3, Math.floor(name.length / 4))

/** Counts the letters that are missing, too many, wrong, or swapped with their neighbour. */
function mistakes(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const wrong = one[i - 1] === other[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + wrong,
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, row] = [row, next]
  }
  return row[other.length] ?? 0
}
