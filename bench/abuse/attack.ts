import type { Flood } from './flood.ts'
import type { HangingContacts } from './hanging-contacts.ts'
import type { LongTimeline } from './long-timeline.ts'

/** One way to harm other clients. It runs in its own process, from one address unless its name says otherwise. */
export interface Attack {
  name: string
  /** Whether the attacker has nothing, accounts that anybody can sign up for, or the key of a device; or receivers fail. */
  attacker: 'nobody' | 'account' | 'device' | 'receivers'
  /** It also runs against two processes that share the work. */
  alsoOnTwoProcesses?: true
  /** Runs until `target.endsAt` at the latest. */
  run(target: Target, flood: Flood): Promise<void>
}

export interface Account {
  id: string
  /** The token of a session. */
  token: string
  /** A device key. */
  key: string
}

/** What an attacker knows: the service, and the accounts of the attacker. */
export interface Target {
  port: number
  mqttPort: number
  /** The address that the attacker comes from. */
  address: string
  seconds: number
  /** The end of the attack, by Date.now(). */
  endsAt: number
  /** A patient without a device, with a caregiver. */
  patient: Account
  /** A patient with the maximum number of devices, and with very many falls. */
  fullPatient: Account
  /** A caregiver without patients. */
  caregiver: Account
  /** A caregiver and two patients of theirs, who share an address. */
  home: { address: string; caregiver: Account; patients: Account[] }
  /** A device of the patient with the maximum number of devices, and their key. */
  device: { mac: string; key: string }
  /** Where receivers of the attacker listen. */
  holePort: number
  hanging: HangingContacts
  longTimeline: LongTimeline
}

/** What an attack took. */
export interface AttackCost {
  requests: number
  sentBytes: number
  /** The highest number of open connections. */
  connections: number
  /** Attempts to connect that failed. */
  refusedConnections: number
  responses: Record<string, number>
  largestResponseBytes: number
  /** The highest number of connections of the service to receivers that never answer. */
  hangingConnections: number
}

/** What the process of the attacker reports. */
export interface AttackResult {
  cost: AttackCost
  /** Violations of the goal that only the attack itself can observe. */
  violations: string[]
}
