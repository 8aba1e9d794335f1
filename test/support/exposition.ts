import assert from 'node:assert/strict'

type Labels = Record<string, string>

interface Sample {
  name: string
  labels: Labels
  value: number
}

/** One metric: its type and its samples. */
interface Family {
  type: string
  samples: Sample[]
}

/** What a scrape read. */
export interface Exposition {
  families: Map<string, Family>
  /** The value of the one sample with this name and at least these labels; undefined when there is none. */
  value(name: string, labels?: Labels): number | undefined
  /** The sum over all samples with this name and at least these labels. */
  sum(name: string, labels?: Labels): number
}

const types = ['counter', 'gauge', 'histogram', 'summary', 'untyped']
const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y

/**
 * Reads the text format of Prometheus (version 0.0.4) and accepts nothing that it forbids: every metric
 * is described once, before its samples, which stand together, each with labels of its own.
 */
export function parseExposition(text: string): Exposition {
  assert.ok(text.endsWith('\n'), 'the last line has no end')
  const families = new Map<string, Family>()
  let current: { name: string; family: Family } | undefined
  let helped: string | undefined
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      assert.ok(!families.has(name), `${name} is described twice`)
      assert.ok(rest, `${name} has no description`)
      helped = name
    } else if (keyword === 'TYPE') {
      assert.equal(helped, name, `the type of ${name} does not follow its description`)
      assert.ok(types.includes(rest), `${rest} is no type`)
      current = { name, family: { type: rest, samples: [] } }
      families.set(name, current.family)
    } else {
      const sample = parseSample(line)
      assert.ok(current, `a sample before any metric: ${line}`)
      assert.equal(familyOf(sample.name, current.family.type), current.name, `out of place: ${line}`)
      current.family.samples.push(sample)
    }
  }
  for (const [name, family] of families) assertSound(name, family)
  const samples = [...families.values()].flatMap((family) => family.samples)
  const matching = (name: string, labels: Labels) =>
    samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
  return {
    families,
    value(name, labels = {}) {
      const found = matching(name, labels)
      assert.ok(found.length <= 1, `${found.length} samples are ${name} ${JSON.stringify(labels)}`)
      return found[0]?.value
    },
    sum: (name, labels = {}) => matching(name, labels).reduce((total, { value }) => total + value, 0),
  }
}

function parseSample(line: string): Sample {
  const match = sampleLine.exec(line)
  assert.ok(match, `neither a comment nor a sample: ${line}`)
  const [, name = '', inBraces = '', number = ''] = match
  const labels: Labels = {}
  labelPair.lastIndex = 0
  for (let end = 0; end < inBraces.length; end = labelPair.lastIndex) {
    const [, key, value] = labelPair.exec(inBraces) ?? []
    assert.ok(key !== undefined && value !== undefined, `bad labels: ${line}`)
    assert.ok(!(key in labels), `a label twice: ${line}`)
    labels[key] = value
  }
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  assert.ok(!Number.isNaN(value) || /^nan$/i.test(number), `no number: ${line}`)
  return { name, labels, value }
}

const familyOf = (name: string, type: string) =>
  type === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name

function assertSound(name: string, { type, samples }: Family): void {
  const keys = samples.map(
    (sample) => `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`,
  )
  assert.equal(new Set(keys).size, keys.length, `${name} has the same sample twice`)
  if (type === 'counter') {
    assert.match(name, /_total$/)
    for (const { value } of samples) assert.ok(value >= 0, `${name} counts below zero`)
  }
  if (type === 'histogram') assertHistogram(name, samples)
}

function assertHistogram(name: string, samples: Sample[]): void {
  const series = new Map<string, { buckets: [number, number][]; sum?: number; count?: number }>()
  for (const { name: sampleName, labels, value } of samples) {
    const { le, ...others } = labels
    const key = JSON.stringify(Object.entries(others).sort())
    const one = series.get(key) ?? { buckets: [] }
    series.set(key, one)
    if (sampleName === `${name}_sum`) one.sum = value
    else if (sampleName === `${name}_count`) one.count = value
    else one.buckets.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value])
  }
  for (const [labels, { buckets, sum, count }] of series) {
    assert.ok(sum !== undefined && count !== undefined, `${name}${labels} has no sum or count`)
    assert.deepEqual(buckets.at(-1), [Number.POSITIVE_INFINITY, count], `${name}${labels} does not add up`)
    for (const [i, [bound, value]] of buckets.entries()) {
      const [lower, fewer] = buckets[i - 1] ?? [Number.NEGATIVE_INFINITY, 0]
      assert.ok(bound > lower && value >= fewer, `${name}${labels} does not ascend`)
    }
  }
}
