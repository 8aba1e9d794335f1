const colours = ['#1b6ca8', '#c2571a', '#3b7d3b', '#7a4b94']
const [left, top, width, height] = [70, 40, 420, 380]
/** The range of the x axis, in false alarms a day. */
const [highestRate, lowestRate] = [10 ** 1.5, 10 ** -1.5]

export interface Curve {
  name: string
  points: { perDay: number; found: number }[]
}

/** Returns an SVG of the falls found at each rate of false alarms, for each data set. */
export function plotTradeOff(curves: Curve[], title: string): string {
  const x = (perDay: number) =>
    left + (Math.log(perDay / lowestRate) / Math.log(highestRate / lowestRate)) * width
  const y = (found: number) => top + height * (1 - found)
  const parts: string[] = []
  const ticks: [perDay: number, name: string][] = [
    [10, '10 a day'],
    [1, '1 a day'],
    [1 / 7, '1 a week'],
  ]
  for (const [perDay, name] of ticks) {
    parts.push(
      `<path d="M${x(perDay).toFixed(1)} ${top}v${height}" stroke="#ddd"/>`,
      `<text x="${x(perDay).toFixed(1)}" y="${top + height + 20}" text-anchor="middle">${name}</text>`,
    )
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    parts.push(
      `<path d="M${left} ${y(share)}h${width}" stroke="#ddd"/>`,
      `<text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${Math.round(share * 100)} %</text>`,
    )
  }
  for (const [i, { name, points }] of curves.entries()) {
    const colour = colours[i % colours.length]
    const line = points.map(({ perDay, found }) => `${x(perDay).toFixed(1)},${y(found).toFixed(1)}`).join(' ')
    parts.push(
      `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<text x="${left + width - 12}" y="${top + height - 20 - (curves.length - 1 - i) * 18}" text-anchor="end" fill="${colour}">${name}</text>`,
    )
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 480" font-family="sans-serif" font-size="13">
<title>${title}</title>
<rect width="540" height="480" fill="#fff"/>
<text x="${left}" y="24" font-size="15">${title}</text>
${parts.join('\n')}
<text x="${left + width / 2}" y="${top + height + 44}" text-anchor="middle">false alarms on a working wrist</text>
<text transform="translate(20 ${top + height / 2}) rotate(-90)" text-anchor="middle">falls found</text>
</svg>
`
}
