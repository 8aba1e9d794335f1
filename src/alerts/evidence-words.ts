import type { Evidence } from '../detection/fall-event.ts'

/** In g: what a stumble or a hop hardly reaches, and what only a body on a floor does. */
const hard = 3
const veryHard = 6

/** A pause this short is nothing to speak of, in seconds. */
const shortestStillness = 5

/** evidenceInWords tells what the device felt: somebody who reads it knows nothing of g or degrees. */
export function evidenceInWords({ peakG, stillSeconds, gotUpAfterSeconds, raisedBy }: Evidence): string {
  const strength = peakG >= veryHard ? 'a very hard impact' : peakG >= hard ? 'a hard impact' : 'an impact'
  const gotUp = gotUpAfterSeconds !== null
  const felt = [
    strength,
    ...(raisedBy.includes('turn') ? ['a turn of the body'] : []),
    ...(raisedBy.includes('heart') ? ['a faster heartbeat'] : []),
    ...(!gotUp && stillSeconds >= shortestStillness ? [`no movement for ${inSeconds(stillSeconds)}`] : []),
  ]
  const sentence = `Their device felt ${new Intl.ListFormat('en-GB').format(felt)}.`
  return gotUp ? `${sentence} They seem to have got up after ${inSeconds(gotUpAfterSeconds)}.` : sentence
}

const inSeconds = (seconds: number) => (seconds <= 1 ? 'a second' : `${seconds} seconds`)
