import { describeSecond, describeThird } from './bare-features.ts'
import { type Judge, scoreImpact } from './judge.ts'
import { describeImpact, describeLater } from './sample-features.ts'
import { forceAt, type Seconds, secondsKept } from './seconds.ts'
import { type Track, trackHz, trackMoments } from './track.ts'
import { force, measureForces, measureTrack } from './windows.ts'

export interface Finding {
  score: number
  /** How long before the newest motion the impact was, in seconds. */
  ago: number
}

/** In g. Softer than this nobody was recorded to fall; much of daily life is softer. */
const least = 1.5

/** An impact is the hardest moment within half a second before and after it. */
const reach = Math.round(0.5 * trackHz)

/**
 * scanTrack judges every impact for which one or two seconds have come in with the newest moments, and gives the
 * likeliest fall among them.
 */
export function scanTrack(track: Track, judge: Judge): Finding | undefined {
  const first = trackMoments - track.count
  measureForces(track, trackMoments - track.fresh - 2 * trackHz - reach)
  let best: Finding | undefined
  let measured = false
  for (let seconds = 1; seconds <= 2; seconds++) {
    const end = trackMoments - seconds * trackHz
    for (let at = Math.max(first, end - track.fresh); at < end; at++) {
      if (!isImpact(first, at)) continue
      if (!measured) measureTrack(track)
      measured = true
      const ago = (trackMoments - 1 - at) / trackHz
      const score = scoreImpact(
        judge,
        describeImpact(track, at),
        seconds === 2 ? describeLater : undefined,
        ago,
      )
      if (!best || score > best.score) best = { score, ago }
    }
  }
  return best
}

/** Of moments that are as hard as each other, which a clipping sensor tells of, the first counts. */
function isImpact(first: number, at: number): boolean {
  const here = force[at] as number
  if (here < least) return false
  for (let i = Math.max(first, at - reach); i < at; i++) {
    if ((force[i] as number) >= here * 0.99999) return false
  }
  for (let i = at + 1; i <= at + reach; i++) {
    if ((force[i] as number) > here * 1.00001) return false
  }
  return true
}

/** scanSeconds does the same for one reading a second: it judges two seconds after an impact and again a second later. */
export function scanSeconds(seconds: Seconds, judge: Judge): Finding | undefined {
  let best: Finding | undefined
  for (let later = 2; later <= 3; later++) {
    const at = secondsKept - 1 - later
    if (!(forceAt(seconds, at) >= least)) continue
    const third = later === 3 ? () => describeThird(seconds, at) : undefined
    const score = scoreImpact(judge, describeSecond(seconds, at), third, later)
    if (!best || score > best.score) best = { score, ago: later }
  }
  return best
}
