import type { Schema } from '../api/client.ts'

type Record = Schema<'FallRecord'>

export const activities = [
  ...(['WALKING', 'STANDING', 'GETTING_UP', 'SITTING_DOWN', 'TOILET', 'WASHING', 'DRESSING'] as const),
  ...(['REACHING', 'OUT_OF_BED', 'OUT_OF_CHAIR', 'OTHER', 'UNKNOWN'] as const),
] satisfies Record['activity'][]
export const footwear = [
  ...(['SHOES', 'SLIPPERS', 'SOCKS', 'BAREFOOT', 'OTHER', 'UNKNOWN'] as const),
] satisfies Record['footwear'][]

/** An answer that may be missing. */
export type YesOrNo = '' | 'yes' | 'no'

/** What a form of a fall holds: texts only, so that a draft can be kept. */
export interface FallValues {
  /** As the browser writes a local time: `2026-03-01T07:40`. */
  occurredAt: string
  location: string
  witnessed: YesOrNo
  foundBy: string
  activity: NonNullable<Record['activity']> | ''
  footwear: NonNullable<Record['footwear']> | ''
  circumstances: string
  injuries: string
  measures: string
  doctorTold: YesOrNo
  doctorDetails: string
  familyTold: YesOrNo
  familyDetails: string
}

/** A time as an input of the browser holds it. */
export function localMinute(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export const noValues = (now: Date): FallValues => ({
  occurredAt: localMinute(now),
  ...{ location: '', witnessed: '', foundBy: '', activity: '', footwear: '', circumstances: '' },
  ...{ injuries: '', measures: '', doctorTold: '', doctorDetails: '', familyTold: '', familyDetails: '' },
})

const answer = (value: boolean | null): YesOrNo => (value === null ? '' : value ? 'yes' : 'no')

export const valuesOf = (record: Record): FallValues => ({
  occurredAt: localMinute(new Date(record.occurredAt)),
  location: record.location ?? '',
  witnessed: answer(record.witnessed),
  foundBy: record.foundBy ?? '',
  activity: record.activity ?? '',
  footwear: record.footwear ?? '',
  circumstances: record.circumstances ?? '',
  injuries: record.injuries ?? '',
  measures: record.measures ?? '',
  doctorTold: answer(record.doctorTold),
  doctorDetails: record.doctorDetails ?? '',
  familyTold: answer(record.familyTold),
  familyDetails: record.familyDetails ?? '',
})

const boolean = (value: YesOrNo) => (value === '' ? null : value === 'yes')

/** What is sent; `before` is the record that is changed, whose exact time stays unless it was edited. */
export function bodyOf({ occurredAt, ...values }: FallValues, before?: Record) {
  const isSame = before && localMinute(new Date(before.occurredAt)) === occurredAt
  return {
    ...values,
    occurredAt: isSame ? before.occurredAt : new Date(occurredAt).toISOString(),
    activity: values.activity || null,
    footwear: values.footwear || null,
    witnessed: boolean(values.witnessed),
    doctorTold: boolean(values.doctorTold),
    familyTold: boolean(values.familyTold),
  }
}

/** False for a time that was not entered, or lies in the future. */
export const isTime = (value: string, now: Date) => value !== '' && localMinute(now) >= value
