import type { ActingPerson } from '../model/acting-person.ts'

/** What the person was doing, and what they wore on their feet: what a home has to document of each fall. */
export const activities = [
  'WALKING',
  'STANDING',
  'GETTING_UP',
  'SITTING_DOWN',
  'TOILET',
  'WASHING',
  'DRESSING',
  'REACHING',
  'OUT_OF_BED',
  'OUT_OF_CHAIR',
  'OTHER',
  'UNKNOWN',
] as const

export const footwear = ['SHOES', 'SLIPPERS', 'SOCKS', 'BAREFOOT', 'OTHER', 'UNKNOWN'] as const

/** What people document of a fall; null where nobody has said anything. */
export interface RecordDetails {
  occurredAt: Date
  location: string | null
  witnessed: boolean | null
  /** Who found the person, or saw the fall. */
  foundBy: string | null
  activity: (typeof activities)[number] | null
  footwear: (typeof footwear)[number] | null
  /** Light, floor, walking aid, glasses. */
  circumstances: string | null
  injuries: string | null
  /** What was done for the person. */
  measures: string | null
  doctorTold: boolean | null
  /** Who was told, and when. */
  doctorDetails: string | null
  familyTold: boolean | null
  familyDetails: string | null
}

/** A record as somebody wrote it. */
export interface RecordVersion extends RecordDetails {
  version: number
  at: Date
  by: ActingPerson
  station: string | null
}

/** Compares what two records say. */
export function isSameRecord(a: RecordDetails, b: RecordDetails): boolean {
  const fields = Object.keys(withoutRest(a)) as (keyof RecordDetails)[]
  return fields.every((field) =>
    field === 'occurredAt' ? a.occurredAt.getTime() === b.occurredAt.getTime() : a[field] === b[field],
  )
}

/** Leaves out whatever else an object has beside the details. */
export const withoutRest = (record: RecordDetails): RecordDetails => ({
  occurredAt: record.occurredAt,
  location: record.location,
  witnessed: record.witnessed,
  foundBy: record.foundBy,
  activity: record.activity,
  footwear: record.footwear,
  circumstances: record.circumstances,
  injuries: record.injuries,
  measures: record.measures,
  doctorTold: record.doctorTold,
  doctorDetails: record.doctorDetails,
  familyTold: record.familyTold,
  familyDetails: record.familyDetails,
})
