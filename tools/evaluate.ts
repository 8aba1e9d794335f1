// npm run evaluate -- --data DIR: which falls the detector finds in recordings, and how often daily life raises an alarm.
//   --shipped           evaluate the detector of the service, on recordings that it was not trained on
//   --work DIR          evaluate the models that npm run train left there, each on people or on a data set that it never saw
//   --mode MODE         samples, summary or peak-only; by default all of them
//   --rate HZ           replay recordings at the rate of a slower device
//   --json              print a line for each recording (with --shipped)
//   --cut-starts        count the alarms of daily life that is cut to begin shortly before an impact, and of the whole of it
//   --wrist-statistics  measure daily life at wrists: impacts an hour, and quantiles of peak, turn, pause and spread
//   --on-device         compare the scores of examples/on-device, compiled with the machine's C compiler, with those of the
//                       service, bit by bit: of every impact, and with --every-sample of every sample; exit code 1 if one differs
//   --instructions      count the instructions that examples/on-device takes on a Cortex-M4 in QEMU for a second of daily life
//   --cost              measure how long the detector of the service takes for a reading of daily life
//   --plot DIR          plot the falls found against false alarms a day (with --work)
//   --through-http [--trials N]   send trials to a running service; exit code 1 if a response differs from the detector
//   --through-phone [--trials N]  play falls and daily life at wrists and waists into the sensors of a browser, whose page is a
//                       phone of a running service, as many of each; exit code 1 if more than one verdict differs from the
//                       detector (needs Chromium, an idle machine, and about 25 seconds for each)
//   --only TEXT         play only those of them whose id contains it
//   --phone-minutes N [--cuts N]  watch with such a page for so long, cut its line five times and load it once meanwhile; exit
//                       code 1 if a reading is missing
//   --day-through-http  send a working day with trials to a running service, which must record each event as one fall (samples,
//                       unless --mode says otherwise; six minutes)

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assessMotion, defaultModels } from '../src/detection/default-detector.ts'
import type { Mode } from '../src/detection/detector-state.ts'
import { fallLevel, isWorthRecording } from '../src/detection/levels/fall-level.ts'
import { measureCost } from './detection/cost.ts'
import { compareCutStarts } from './detection/cut-starts.ts'
import { compareDayThroughHttp } from './detection/day-through-http.ts'
import { countInstructions } from './detection/device-instructions.ts'
import { type Evaluation, evaluate, evaluateAll, evaluateUnseen, unseenBy } from './detection/evaluation.ts'
import { modes, readTrainedModels } from './detection/models.ts'
import { compareOnDevice } from './detection/on-device.ts'
import { watchThroughCuts } from './detection/phone-line.ts'
import { type Curve, plotTradeOff } from './detection/plot.ts'
import { reportFigures, tradeOff } from './detection/report.ts'
import { compareThroughHttp } from './detection/through-http.ts'
import { compareThroughPhone } from './detection/through-phone.ts'
import { measureWrists, quantileShares } from './detection/wrist-statistics.ts'

const usage =
  'npm run evaluate -- --data DIR (--shipped [--json] | --work DIR [--cut-starts | --plot DIR] | --wrist-statistics | --cost | --instructions | --on-device [--every-sample] [--variants N] | --through-http [--trials N] | --through-phone [--trials N] [--only TEXT] | --phone-minutes N [--cuts N] | --day-through-http) [--mode samples|summary|peak-only] [--rate HZ]'

const options = readOptions()
const { data } = options
if (options.throughHttp) {
  process.exit((await compareThroughHttp(data, options.modes, options.trials)) ? 0 : 1)
}
if (options.throughPhone)
  process.exit((await compareThroughPhone(data, options.trials, options.only)) ? 0 : 1)
if (options.phoneMinutes) process.exit((await watchThroughCuts(options.phoneMinutes, options.cuts)) ? 0 : 1)
if (options.wristStatistics) {
  console.log(JSON.stringify({ quantileShares, ...(await measureWrists(data)) }, roundedTo(4), 2))
  process.exit(0)
}
if (options.cost) {
  for (const mode of options.modes) await printCost(mode)
  process.exit(0)
}
if (options.instructions) {
  const { seconds, scores, mean, quiet, most } = await countInstructions(data)
  const rounded = (value: number) => Math.round(value).toLocaleString('en')
  console.log(
    `${rounded(mean)} instructions a second of motion over ${rounded(seconds)} seconds with ${rounded(scores)} scores, ${rounded(quiet)} without a score, ${rounded(most)} at most`,
  )
  process.exit(0)
}
if (options.dayThroughHttp)
  process.exit((await compareDayThroughHttp(data, options.modes[0] as Mode)) ? 0 : 1)
if (options.onDevice) {
  const { everySample, variants } = options
  const { moments, scores, differences } = await compareOnDevice(
    data,
    everySample ? 'every sample' : 'impacts',
    variants,
  )
  console.log(
    `${differences} of ${scores} scores of ${moments} ${everySample ? 'samples' : 'impacts'} differ`,
  )
  process.exit(differences === 0 ? 0 : 1)
}
const trained = options.work ? readTrainedModels(options.work, options.modes) : undefined
const byService = () => [assessMotion]
const print = options.cutStarts ? printCutStarts : options.json ? printJsonLines : printFigures
for (const mode of options.modes) await print(mode)

async function printCost(mode: Mode): Promise<void> {
  const { readings, meanMicroseconds, longestMs } = await measureCost(data, mode)
  console.log(
    `${mode}: ${meanMicroseconds.toFixed(1)} µs a reading over ${readings} readings, the longest ${longestMs.toFixed(1)} ms`,
  )
}

async function printCutStarts(mode: Mode): Promise<void> {
  const alarmScore = defaultModels[mode].scale.onceADay
  const detectorsOf = trained ? unseenBy(trained) : byService
  const { impacts, alarmsWhole, alarmsCut } = await compareCutStarts(data, mode, detectorsOf, alarmScore)
  console.log(
    `${mode}: of ${impacts} hard impacts ${alarmsWhole} are alarms, ${alarmsCut} if the recording begins shortly before`,
  )
}

async function printJsonLines(mode: Mode): Promise<void> {
  for await (const { id, dataset, site, seconds, events } of evaluate(data, mode, byService, options.rate)) {
    const detected = events
      .filter(({ confidence }) => isWorthRecording(confidence))
      .map(({ at, confidence }) => ({ at, confidence, level: fallLevel(confidence) }))
    console.log(JSON.stringify({ id, dataset, site, mode, seconds, events: detected }))
  }
}

async function printFigures(mode: Mode): Promise<void> {
  const curves: Curve[] = []
  const evaluations = trained ? evaluateUnseen(data, mode, trained, options.rate) : evaluateService(mode)
  for await (const { name, recordings, scale } of evaluations) {
    const rate = options.rate ? ` at ${options.rate} Hz` : ''
    console.log(`\n# ${mode}${rate}, ${name}, levels from ${JSON.stringify(scale)}`)
    console.log(reportFigures(recordings, scale).join('\n'))
    curves.push(...tradeOff(recordings))
  }
  if (!options.plot) return
  mkdirSync(options.plot, { recursive: true })
  const [suffix, title] = trained?.leftOutSets.length
    ? ['-unseen', 'Falls of a data set that no model saw, and false alarms']
    : ['', `Falls found and false alarms (${mode})`]
  const file = join(options.plot, `detection-${mode}${suffix}.svg`)
  writeFileSync(file, plotTradeOff(curves, title))
  console.log(`plotted to ${file}`)
}

async function* evaluateService(mode: Mode): AsyncGenerator<Evaluation> {
  const recordings = await evaluateAll(data, mode, byService, options.rate)
  yield { name: 'by the service', recordings, scale: defaultModels[mode].scale }
}

/** Returns a JSON replacer that rounds numbers to significant digits. */
function roundedTo(digits: number) {
  return (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(digits)) : value
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        work: { type: 'string' },
        mode: { type: 'string' },
        rate: { type: 'string' },
        plot: { type: 'string' },
        shipped: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        'cut-starts': { type: 'boolean', default: false },
        'wrist-statistics': { type: 'boolean', default: false },
        cost: { type: 'boolean', default: false },
        'on-device': { type: 'boolean', default: false },
        instructions: { type: 'boolean', default: false },
        'every-sample': { type: 'boolean', default: false },
        variants: { type: 'string', default: '0' },
        'through-http': { type: 'boolean', default: false },
        'through-phone': { type: 'boolean', default: false },
        'phone-minutes': { type: 'string', default: '0' },
        cuts: { type: 'string', default: '5' },
        'day-through-http': { type: 'boolean', default: false },
        trials: { type: 'string' },
        only: { type: 'string' },
      },
    })
    const { work, shipped, mode, rate } = values
    const { 'through-http': throughHttp, 'day-through-http': dayThroughHttp } = values
    const { 'wrist-statistics': wristStatistics, cost, instructions, 'on-device': onDevice } = values
    const { 'through-phone': throughPhone, trials = throughPhone ? '40' : '300' } = values
    const [phoneMinutes, cuts] = [Number(values['phone-minutes']), Number(values.cuts)]
    if (!(phoneMinutes >= 0) || !Number.isInteger(cuts) || cuts < 0 || cuts > 100)
      throw new Error('--phone-minutes and --cuts must be numbers')
    const ofPhone = [throughPhone, phoneMinutes > 0]
    const tasks = [
      shipped,
      work !== undefined,
      throughHttp,
      dayThroughHttp,
      wristStatistics,
      cost,
      instructions,
      onDevice,
      ...ofPhone,
    ]
    if (!values.data && phoneMinutes === 0)
      throw new Error('--data is required: the folder of the recordings')
    if (tasks.filter(Boolean).length !== 1) {
      throw new Error(
        'One of --shipped, --work, --wrist-statistics, --cost, --instructions, --on-device, --through-http, --through-phone, --phone-minutes and --day-through-http is required',
      )
    }
    const oneMode = modes.find((name) => name === mode)
    if (mode !== undefined && !oneMode) throw new Error(`--mode must be one of ${modes.join(', ')}`)
    if (rate !== undefined && !(Number(rate) >= 10 && Number(rate) <= 250)) {
      throw new Error('--rate must be from 10 to 250')
    }
    if (!/^\d{1,3}$/.test(values.variants)) throw new Error('--variants must be a whole number below 1000')
    if (!/^[1-9]\d{0,3}$/.test(trials)) throw new Error('--trials must be a whole number from 1 to 9999')
    return {
      data: values.data ?? '',
      work,
      json: values.json,
      cost,
      instructions,
      onDevice,
      everySample: values['every-sample'],
      variants: Number(values.variants),
      cutStarts: values['cut-starts'],
      plot: values.plot,
      wristStatistics,
      throughHttp,
      dayThroughHttp,
      throughPhone,
      phoneMinutes,
      cuts,
      trials: Number(trials),
      only: values.only,
      modes: oneMode ? [oneMode] : modes,
      rate: rate === undefined ? undefined : Number(rate),
    }
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${usage}`)
    process.exit(1)
  }
}
