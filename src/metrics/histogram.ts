import type { Metric, Registry } from 'prom-client'

/** Series counts values of one set of labels. */
export interface Series {
  observe(value: number): void
}

export interface Histogram {
  /** Returns the series of these labels; callers on a hot path keep it. */
  series(labels?: Record<string, string>): Series
}

interface Description {
  name: string
  help: string
  /** The upper limits of the buckets, ascending. */
  buckets: readonly number[]
}

/**
 * createHistogram counts in plain numbers and formats them when the registry is read. The histogram of prom-client
 * looks its series up by a text of the labels at every value: 1.6 µs instead of 0.06, of some 190 that a reading takes.
 */
export function createHistogram(registry: Registry, { name, help, buckets }: Description): Histogram {
  const all = new Map<string, { labels: Record<string, string>; counts: number[]; sum: number }>()

  function series(labels: Record<string, string> = {}): Series {
    const key = JSON.stringify(labels)
    const counted = all.get(key) ?? { labels, counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 }
    all.set(key, counted)
    const { counts } = counted
    return {
      observe(value) {
        let i = 0
        while (i < buckets.length && value > (buckets[i] as number)) i++
        counts[i] = (counts[i] as number) + 1
        counted.sum += value
      },
    }
  }

  function values() {
    return [...all.values()].flatMap(({ labels, counts, sum }) => {
      let count = 0
      const upTo = counts.map((inBucket, i) => {
        count += inBucket
        return { metricName: `${name}_bucket`, labels: { ...labels, le: buckets[i] ?? '+Inf' }, value: count }
      })
      return [
        ...upTo,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    })
  }

  const metric = { name, help, get: async () => ({ name, help, type: 'histogram', values: values() }) }
  // The registry uses only this part of a metric, although its type requires more.
  registry.registerMetric(metric as unknown as Metric)
  return { series }
}
