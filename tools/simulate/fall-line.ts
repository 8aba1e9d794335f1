import { fallLevel } from '../../src/detection/levels/fall-level.ts'
import { clock, styleOfLevel, type Terminal } from '../terminal.ts'
import type { FallNews } from './detection-record.ts'

/** The falls of more devices than this would be more lines than anybody reads: they are only counted. */
export const mostAnnounced = 100

/** Formats in one line who fell and what the service detected. */
export function fallLine({ paint }: Pick<Terminal, 'paint'>, seconds: number, who: string, news: FallNews) {
  const time = `  ${paint('dim', clock(seconds))}  `
  if (news.outcome === 'missed') return `${time}${who} fell (${news.kind}): ${paint('red', 'not detected')}`
  // The response to a batch has no confidence.
  const level = news.confidence === undefined ? undefined : fallLevel(news.confidence)
  const verdict = level ? `${paint(styleOfLevel(level), level)}, confidence ${news.confidence}, ` : ''
  if (news.outcome === 'false alarm')
    return `${time}${who} did not fall: ${verdict}${paint('magenta', 'false alarm')}`
  const delay = `detected after ${news.seconds.toFixed(1)} s${news.isLive ? '' : ', in a batch'}`
  return `${time}${who} fell (${news.kind}): ${verdict}${delay}`
}
