import type { Flood } from './flood.ts'

/** Attack is one way to harm others. It is played in a process of its own, from one address unless it says otherwise. */
export interface Attack {
  name: string
  /** Whether the attacker needs no account at all, or one that anybody can sign up for. */
  who: 'nobody' | 'account'
  /** Plays until `target.endsAt` at the latest. */
  play(target: Target, flood: Flood): Promise<void>
}

export interface Account {
  id: string
  /** The token of a session. */
  token: string
  /** A device key. */
  key: string
}

/** Target is what an attacker knows: the service, and the accounts that they signed up for. */
export interface Target {
  port: number
  /** The address that the attacker comes from. */
  address: string
  seconds: number
  /** The time, by Date.now(), at which the attack is over. */
  endsAt: number
  /** A patient without a device, with a caregiver. */
  patient: Account
  /** A patient with as many devices as an account may have, and very many falls. */
  fullPatient: Account
  /** A caregiver whom nobody has assigned a patient to. */
  caregiver: Account
  /** A home in which a caregiver lives with two patients, and the address that all of them share. */
  home: { address: string; caregiver: Account; patients: Account[] }
}

export interface Spent {
  requests: number
  sentBytes: number
  /** The most that were open at once. */
  connections: number
  /** Attempts to connect that failed. */
  refusedConnections: number
  answers: Record<string, number>
  largestAnswerBytes: number
}

/** AttackResult is the attacker's report. */
export interface AttackResult {
  spent: Spent
  /** What the attacker itself saw go wrong for others. */
  harms: string[]
}
