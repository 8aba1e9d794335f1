import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fallLevel, fallLevels } from '../../src/falls/fall-level.ts'
import type { Trial } from './cross-validation.ts'
import { groupBy } from './groups.ts'
import { chooseAlarm, type Figures, figuresOf } from './levels.ts'
import { plotTradeOff } from './plot.ts'
import type { Mode } from './replay.ts'

/** Verdict is a trial with the highest confidence that the whole detector gave during it. */
export interface Verdict extends Trial {
  confidence: number
  confidence20: number
}

/** A confidence above this is an alarm: POTENTIAL or more. */
const alarmAbove = 0.505

export const isAlarm = ({ confidence }: Verdict) => confidence > alarmAbove

const line = (name: string, { falls, dailyLife, sensitivity, specificity }: Figures) =>
  `${name.padEnd(34)} ${sensitivity.toFixed(4)} of ${String(falls).padStart(4)} falls   ${specificity.toFixed(4)} of ${String(dailyLife).padStart(4)} of daily life`

/** printReport tells all that was found, and draws the trade-off. */
export function printReport(verdicts: Verdict[], mode: Mode, alarm: number, out: string): void {
  console.log(
    `\n# ${mode}: sensitivity and specificity by trial\n${reportFigures(verdicts, mode).join('\n')}`,
  )
  console.log(`\n# ${mode}: by activity\n${reportActivities(verdicts).join('\n')}`)
  console.log(`\n# ${mode}: falls among the trials of each level\n${reportCalibration(verdicts).join('\n')}`)
  mkdirSync(out, { recursive: true })
  const plot = join(out, `detection-${mode}.svg`)
  writeFileSync(plot, plotTradeOff(verdicts, alarm, `Falls found and daily life in peace (${mode})`))
  console.log(`\nThe trade-off is drawn in ${plot}`)
}

/** reportFigures gives sensitivity and specificity per set, and how firm they are. */
function reportFigures(verdicts: Verdict[], mode: Mode): string[] {
  const lines: string[] = []
  for (const [set, own] of groupBy(verdicts, ({ recording }) => recording.dataset)) {
    lines.push(
      line(
        set,
        figuresOf(own, (trial) => isAlarm(trial as Verdict)),
      ),
    )
    lines.push(
      line(
        `  at 20 samples a second`,
        figuresOf(own, (trial) => (trial as Verdict).confidence20 > alarmAbove),
      ),
    )
    const nested = new Map(
      [...new Set(own.map(({ fold }) => fold))].map((fold) => [
        fold,
        chooseAlarm(
          verdicts.filter((other) => other.fold !== fold),
          mode,
        ),
      ]),
    )
    lines.push(
      line(
        '  alarm score from other folds',
        figuresOf(own, ({ score, fold }) => score > (nested.get(fold) ?? 0)),
      ),
    )
  }
  return lines
}

/** reportActivities names each activity's share of right verdicts, worst first, and the trials that went wrong. */
function reportActivities(verdicts: Verdict[]): string[] {
  const groups = [...groupBy(verdicts, ({ recording }) => `${recording.dataset} ${recording.activity}`)]
  const rows = groups.map(([name, own]) => {
    const wrong = own.filter((verdict) => isAlarm(verdict) !== verdict.recording.fall)
    return { name, own, wrong }
  })
  return rows
    .sort((a, b) => b.wrong.length / b.own.length - a.wrong.length / a.own.length)
    .map(({ name, own, wrong }) => {
      const kind = own[0]?.recording.fall ? 'missed' : 'false alarms'
      const who = wrong.map(({ recording }) => recording.id.split('/').slice(1).join('/')).join(' ')
      return `${name.padEnd(14)} ${String(wrong.length).padStart(3)} of ${String(own.length).padStart(4)} ${kind}  ${who}`
    })
}

/** reportCalibration counts, per level, how many events there were and which share of them were falls. */
function reportCalibration(verdicts: Verdict[]): string[] {
  const lines: string[] = []
  const sets = [...groupBy(verdicts, ({ recording }) => recording.dataset)]
  for (const [set, own] of [...sets, ['all', verdicts] as const]) {
    for (const level of fallLevels) {
      const events = own.filter(({ confidence }) => fallLevel(confidence) === level)
      const falls = events.filter(({ recording }) => recording.fall).length
      const share = events.length > 0 ? (falls / events.length).toFixed(3) : '–'
      lines.push(
        `${set.padEnd(10)} ${level.padEnd(11)} ${String(events.length).padStart(5)} trials, falls ${share}`,
      )
    }
  }
  return lines
}
