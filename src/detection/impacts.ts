import { describeSecond, describeThird, measureSeconds } from './bare-features.ts'
import { isDismissed, type Judge, scoreImpact } from './judge.ts'
import { describeImpact, describeLater } from './sample-features.ts'
import { forceAt, newest, type Seconds } from './seconds.ts'
import { momentsIn, type Track, trackHz } from './track.ts'
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
 * likeliest fall among them. It notes in the track which ones need not be judged again.
 */
export function scanTrack(track: Track, judge: Judge): Finding | undefined {
  const count = momentsIn(track)
  const since = Math.max(0, count - track.fresh - 2 * trackHz - reach)
  measureForces(track, since)
  let best: Finding | undefined
  let measured = false
  const dismissed = track.dismissed.filter((at) => at >= count - 2 * trackHz)
  for (let seconds = 1; seconds <= 2; seconds++) {
    const end = count - seconds * trackHz
    for (let at = Math.max(0, end - track.fresh); at < end; at++) {
      if ((force[at] as number) < least || !isHardest(at)) continue
      if (seconds === 2 && track.dismissed.includes(at)) continue
      if (!measured) measureTrack(track, since)
      measured = true
      const ago = (count - 1 - at) / trackHz
      const score = scoreImpact(judge, describeImpact(at), seconds === 2 ? describeLater : undefined, ago)
      if (seconds === 1 && isDismissed(score)) dismissed.push(at)
      if (!best || score > best.score) best = { score, ago }
    }
  }
  track.dismissed = dismissed
  return best
}

/** Of moments that are as hard as each other, which a clipping sensor tells of, the first counts. */
function isHardest(at: number): boolean {
  const here = force[at] as number
  for (let i = Math.max(0, at - reach); i < at; i++) {
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
  let measured = false
  for (let later = 2; later <= 3; later++) {
    const at = newest - later
    if (!(forceAt(seconds, at) >= least)) continue
    if (!measured) measureSeconds(seconds)
    measured = true
    const score = scoreImpact(judge, describeSecond(at), later === 3 ? describeThird : undefined, later)
    if (!best || score > best.score) best = { score, ago: later }
  }
  return best
}
