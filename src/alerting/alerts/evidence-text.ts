import type { Evidence } from '../../detection/fall-event.ts'

/** Peaks in g: a stumble or a hop rarely reaches the first, and only a body on a floor the second. */
const hardPeakG = 3
const veryHardPeakG = 6

/** Shorter stillness is not mentioned. */
const minStillSeconds = 5

/** Describes the evidence without technical units. */
export function describeEvidence({ peakG, stillSeconds, gotUpAfterSeconds, raisedBy }: Evidence): string {
  const strength =
    peakG >= veryHardPeakG ? 'a very hard impact' : peakG >= hardPeakG ? 'a hard impact' : 'an impact'
  const gotUp = gotUpAfterSeconds !== null
  const observations = [
    strength,
    ...(raisedBy.includes('turn') ? ['a change in body position'] : []),
    ...(raisedBy.includes('heart') ? ['a faster heartbeat'] : []),
    ...(!gotUp && stillSeconds >= minStillSeconds ? [`no movement for ${inSeconds(stillSeconds)}`] : []),
  ]
  const sentence = `Their device recorded ${new Intl.ListFormat('en-GB').format(observations)}.`
  return gotUp ? `${sentence} They seem to have got up after ${inSeconds(gotUpAfterSeconds)}.` : sentence
}

const inSeconds = (seconds: number) => (seconds <= 1 ? 'a second' : `${seconds} seconds`)
