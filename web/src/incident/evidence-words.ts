import type { TFunction } from 'i18next'
import type { Formats } from '../i18n/create-formats.ts'
import type { IncidentDetail } from './incident.ts'

type Known = Record<string, unknown>

const reasons = ['impact', 'turn', 'stillness', 'pressure', 'foot', 'heart'] as const

const asNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)
const asDate = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value) : undefined
const asRecord = (value: unknown): Known | undefined =>
  typeof value === 'object' && value !== null ? (value as Known) : undefined

export interface EvidenceParts {
  incident: IncidentDetail
  t: TFunction
  formats: Formats
}

/** What the detector, a device or a person noticed, one sentence each. */
export function evidenceSentences(parts: EvidenceParts): string[] {
  const { kind } = parts.incident
  if (kind === 'FALL')
    return [...motionSentences(parts), ...verdictSentences(parts), ...reportSentences(parts)]
  if (kind === 'SOS') return callSentences(parts)
  if (kind === 'VITALS') return vitalsSentences(parts)
  if (kind === 'BED_EXIT' || kind === 'INACTIVITY') return watchSentences(parts)
  return deviceSentences(parts)
}

function motionSentences({ incident: { evidence }, t, formats }: EvidenceParts): string[] {
  const sentences: string[] = []
  const peakG = asNumber(evidence.peakG)
  if (peakG !== undefined)
    sentences.push(t('incident.evidence.peak', { value: formats.number(Math.round(peakG * 10) / 10) }))
  const turn = asNumber(evidence.turnDegrees)
  if (turn !== undefined) sentences.push(t('incident.evidence.turn', { value: Math.round(turn) }))
  const still = asNumber(evidence.stillSeconds)
  if (still) sentences.push(t('incident.evidence.still', { count: Math.round(still) }))
  const up = asNumber(evidence.gotUpAfterSeconds)
  if (up !== undefined) sentences.push(t('incident.evidence.gotUp', { count: Math.round(up) }))
  else if (peakG !== undefined) sentences.push(t('incident.evidence.notUp'))
  const raisedBy = reasons.filter(
    (reason) => Array.isArray(evidence.raisedBy) && evidence.raisedBy.includes(reason),
  )
  if (raisedBy.length > 0) {
    const words = raisedBy.map((reason) => t(`incident.reason.${reason}`))
    sentences.push(t('incident.evidence.raisedBy', { reasons: formats.list(words) }))
  }
  return sentences
}

function verdictSentences({ incident: { evidence }, t }: EvidenceParts): string[] {
  return evidence.decidedBy === 'DEVICE' ? [t('incident.evidence.deviceDecided')] : []
}

function reportSentences({ incident: { deviceId, fall }, t }: EvidenceParts): string[] {
  const sentences: string[] = []
  if (deviceId === null) sentences.push(t('incident.evidence.reported'))
  if (fall?.witnessed === true) sentences.push(t('incident.evidence.witnessed'))
  if (fall?.witnessed === false) sentences.push(t('incident.evidence.notWitnessed'))
  if (fall?.injuries) sentences.push(t('incident.evidence.injuries', { injuries: fall.injuries }))
  return sentences
}

function callSentences({ incident: { deviceId, evidence }, t, formats }: EvidenceParts): string[] {
  const at = asDate(evidence.pressedAt)
  const time = at ? formats.time(at) : ''
  return [deviceId ? t('incident.evidence.button', { time }) : t('incident.evidence.app', { time })]
}

function vitalsSentences({ incident: { evidence }, t, formats }: EvidenceParts): string[] {
  return (['heartRate', 'spo2'] as const).flatMap((sign) => {
    const values = asRecord(evidence[sign])
    const [lowest, highest] = [asNumber(values?.lowest), asNumber(values?.highest)]
    const since = asDate(values?.since)
    if (lowest === undefined || highest === undefined || !since) return []
    const range =
      lowest === highest
        ? formats.number(lowest)
        : t('incident.evidence.range', { from: formats.number(lowest), to: formats.number(highest) })
    return [t(`incident.evidence.${sign}`, { range, time: formats.time(since) })]
  })
}

/** Since when somebody is out of bed, or has given no sign of life. */
function watchSentences({ incident: { evidence, kind }, t, formats }: EvidenceParts): string[] {
  const at = asDate(evidence.since)
  if (!at) return []
  const since = formats.time(at)
  return [kind === 'BED_EXIT' ? t('incident.said.bedLeft', { since }) : t('incident.said.noSign', { since })]
}

function deviceSentences({ incident: { evidence }, t, formats }: EvidenceParts): string[] {
  const sentences: string[] = []
  const battery = asNumber(evidence.battery)
  if (battery !== undefined)
    sentences.push(t('incident.evidence.battery', { percent: formats.percent(battery / 100) }))
  const calls = asNumber(evidence.calls)
  if (calls !== undefined) sentences.push(t('incident.said.falseCalls', { number: formats.number(calls) }))
  const lastSeen = asDate(evidence.lastSeen)
  if (lastSeen) sentences.push(t('incident.evidence.lastSeen', { time: formats.time(lastSeen) }))
  if (evidence.unstable === true) sentences.push(t('incident.evidence.unstable'))
  const devices = asNumber(evidence.devices)
  if (devices !== undefined) sentences.push(t('incident.evidence.devices', { count: devices }))
  const [from, until] = [asDate(evidence.downFrom), asDate(evidence.downUntil)]
  if (from && until)
    sentences.push(t('incident.evidence.down', { from: formats.time(from), until: formats.time(until) }))
  return sentences
}
