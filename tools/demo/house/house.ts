import type { Credentials, Name } from '../../simulate/people.ts'
import type { Resident } from './residents.ts'

/** Somebody who can sign in. */
export interface Account extends Credentials, Name {
  id: string
  token: string
  role: 'PATIENT' | 'CAREGIVER' | 'ADMIN'
}

/** The device of a patient. */
export interface Wearable {
  id: string
  mac: string
  /** With this it sends readings. */
  key: string
  /** How full its battery is when the history ends, in percent. */
  battery: number
}

/** A device that says what happened; it uses the key of the wearable. */
export interface Cord {
  externalId: string
}

export interface HousePatient extends Account {
  /** 0 to 11: with the seed, it gives the person's way of moving. */
  number: number
  resident: Resident
  wearable: Wearable
  /** In the bathroom of some. */
  cord: Cord | undefined
  /** In the order of their priority. */
  caregivers: Account[]
}

/** Everybody whom furnishHouse has created. */
export interface House {
  admin: Account
  /** Anna, Ben and Carla; Carla looks after everybody. */
  caregivers: Account[]
  patients: HousePatient[]
  seed: number
}

/** Lists everybody, the admin first. */
export const accountsOf = ({ admin, caregivers, patients }: House): Account[] => [
  admin,
  ...caregivers,
  ...patients,
]

/** False for the wearable that has been silent since yesterday. */
export const sends = ({ resident }: HousePatient): boolean => resident.wearable !== 'silent'
