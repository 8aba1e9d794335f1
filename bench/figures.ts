/** Returns the value below which a share of the sorted values lies; 0 if there are none. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const ascending = (values: number[]) => values.sort((a, b) => a - b)

export const median = (values: number[]) => percentile(ascending([...values]), 0.5)

/** Returns a number with this many digits after the point. */
export const rounded = (value: number, digits = 1) => Number(value.toFixed(digits))

/** Adds to the count of a key. */
export function increment<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/** Returns counts as "12 × 200, 3 × 503". */
export function formatCounts(counts: Map<number | string, number>): string {
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ') || 'none'
}

/** Prints rows in columns, the first left-aligned and the others right-aligned. */
export function printTable(header: string[], rows: (string | number)[][]): void {
  const lines = [header, ...rows].map((row) => row.map(String))
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    console.log(cells.join('  ').trimEnd())
  }
}
