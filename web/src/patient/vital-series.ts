import type { Schema } from '../api/client.ts'
import type { ChartSeries } from '../ui/chart-series.ts'

type VitalSeries = Schema<'VitalSeries'>
type Sign = 'heartRate' | 'spo2'

/** One vital sign over time, with nulls where nothing was measured. */
export type SignSeries = Pick<ChartSeries, 'values' | 'min' | 'max'> & { times: number[] }

/** Puts a null between points that do not follow each other, so that no line is drawn over the gap. */
export function signSeries({ from, to, points, bucketSeconds }: VitalSeries, sign: Sign): SignSeries {
  const times: number[] = []
  const values: (number | null)[] = []
  const min: (number | null)[] = []
  const max: (number | null)[] = []
  const add = (at: number, range: VitalSeries['points'][number][Sign]) => {
    times.push(at)
    values.push(range?.avg ?? null)
    min.push(range?.min ?? null)
    max.push(range?.max ?? null)
  }
  // The whole period is drawn, also where nothing was measured at its ends.
  const [fromSeconds, toSeconds] = [Date.parse(from) / 1000, Date.parse(to) / 1000]
  if (Date.parse(points[0]?.at ?? to) / 1000 > fromSeconds) add(fromSeconds, null)
  for (const point of points) {
    const at = Date.parse(point.at) / 1000
    const last = times.at(-1)
    if (last !== undefined && at - last > bucketSeconds) add(last + bucketSeconds, null)
    add(at, point[sign])
  }
  if ((times.at(-1) ?? 0) < toSeconds) add(toSeconds, null)
  return { times, values, min, max }
}
