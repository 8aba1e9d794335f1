import type { Trial } from './cross-validation.ts'
import { groupBy } from './groups.ts'
import { figuresOf } from './levels.ts'

const colours = ['#1b6ca8', '#c2571a', '#3b7d3b', '#7a4b94']
const [left, top, size] = [70, 40, 420]
/** The corner of the plot that matters: shares from here to 1. */
const least = 0.85

/** plotTradeOff draws how many falls are found for how much of daily life is left in peace, per set of recordings. */
export function plotTradeOff(trials: Trial[], alarm: number, title: string): string {
  const x = (specificity: number) => left + ((Math.max(least, specificity) - least) / (1 - least)) * size
  const y = (sensitivity: number) =>
    top + size - ((Math.max(least, sensitivity) - least) / (1 - least)) * size
  const parts: string[] = []
  for (const tick of [0.85, 0.9, 0.95, 1]) {
    parts.push(
      `<path d="M${x(tick)} ${top}V${top + size}M${left} ${y(tick)}H${left + size}" stroke="#ddd"/>`,
      `<text x="${x(tick)}" y="${top + size + 20}" text-anchor="middle">${tick.toFixed(2)}</text>`,
      `<text x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${tick.toFixed(2)}</text>`,
    )
  }
  const sets = [...groupBy(trials, ({ recording }) => recording.dataset)]
  for (const [index, [set, own]] of sets.entries()) {
    const colour = colours[index % colours.length]
    const points: string[] = []
    for (let step = -120; step <= 120; step++) {
      const { sensitivity, specificity } = figuresOf(own, ({ score }) => score > step / 20)
      points.push(`${x(specificity).toFixed(1)},${y(sensitivity).toFixed(1)}`)
    }
    const here = figuresOf(own, ({ score }) => score > alarm)
    parts.push(
      `<polyline points="${[...new Set(points)].join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<circle cx="${x(here.specificity).toFixed(1)}" cy="${y(here.sensitivity).toFixed(1)}" r="5" fill="${colour}"/>`,
      `<text x="${left + 20}" y="${top + size - 40 + index * 18}" fill="${colour}">${set}: ${here.sensitivity.toFixed(3)} / ${here.specificity.toFixed(3)}</text>`,
    )
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 520" font-family="sans-serif" font-size="13">
<title>${title}</title>
<rect width="540" height="520" fill="#fff"/>
<text x="${left}" y="24" font-size="15">${title}</text>
${parts.join('\n')}
<text x="${left + size / 2}" y="${top + size + 44}" text-anchor="middle">specificity: daily life without an alarm</text>
<text transform="translate(20 ${top + size / 2}) rotate(-90)" text-anchor="middle">sensitivity: falls that raised one</text>
</svg>
`
}
