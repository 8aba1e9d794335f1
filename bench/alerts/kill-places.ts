import type { Breakpoint } from './postgres-proxy.ts'

export type Purpose = 'alert' | 'closing'

/** Where a kill hits: between two steps of the way of an alert. */
export interface Place {
  name: string
  /** What sets off the steps: something happens to a patient, or a caregiver acknowledges it. */
  trigger: 'raise' | 'acknowledge'
  /** A place in the conversation with PostgreSQL, or the receipt of a message that has not been answered. */
  at: Breakpoint | { received: Purpose; by: 'push' | 'webhook' | 'mail' }
  /** How long the kill waits, so that messages that have begun arrive. */
  delayMs?: number
  /** A caregiver acknowledges as soon as the service runs again, while the leases of the killed one last. */
  isAcknowledgedAtOnce?: boolean
}

/** DeliveryLookups say which deliveries a statement is about. */
export interface DeliveryLookups {
  /** Whether one of the deliveries has this purpose. */
  areFor(purpose: Purpose): (ids: string[]) => Promise<boolean>
  /** Whether deliveries of this purpose wait for being claimed. */
  areDue(purpose: Purpose): () => Promise<boolean>
}

const insertsIncident = /^with opened as \(\s*insert into incidents /
const insertsDeliveries = /^insert into deliveries .*\bis_repeated\)/s
const claims = /\bupdate deliveries set state = 'SENDING'/
const begins = /^update deliveries set begun_at/
const records = /^update deliveries set state = \$3, sent_at/
const acknowledges = /^update incidents set state = \$2, first_acknowledged_at/

/** Lists the places in the order of the steps: raise, advance, claim, begin, send, record, acknowledge, close. */
export function killPlaces({ areFor, areDue }: DeliveryLookups): Place[] {
  const raise = (name: string, at: Place['at']): Place => ({ name, trigger: 'raise', at })
  const atOnce = (name: string, at: Place['at']) => ({ ...raise(name, at), isAcknowledgedAtOnce: true })
  const acknowledge = (name: string, at: Place['at']): Place => ({ name, trigger: 'acknowledge', at })
  const ofAlert = { isMeant: areFor('alert') }
  const ofClosing = { isMeant: areFor('closing') }
  return [
    raise('raise, before the incident', { statement: insertsIncident, at: 'before' }),
    raise('raise, before the commit', { statement: insertsIncident, at: 'before commit' }),
    raise('raise, after the commit', { statement: insertsIncident, at: 'after commit' }),
    raise('advance, before the deliveries', { statement: insertsDeliveries, at: 'before' }),
    raise('advance, before the commit', { statement: insertsDeliveries, at: 'before commit' }),
    raise('advance, after the commit', { statement: insertsDeliveries, at: 'after commit' }),
    raise('claim, before it', { statement: claims, at: 'before', isMeant: areDue('alert') }),
    raise('claim, after it', { statement: claims, at: 'after', isMeant: areDue('alert') }),
    raise('begin, before it', { statement: begins, at: 'before', ...ofAlert }),
    raise('begin, before the commit', { statement: begins, at: 'before commit', ...ofAlert }),
    raise('begin, after the commit', { statement: begins, at: 'after commit', ...ofAlert }),
    atOnce('claimed, and acknowledged', { statement: claims, at: 'after', isMeant: areDue('alert') }),
    {
      ...atOnce('begun, and acknowledged', { statement: begins, at: 'before commit', ...ofAlert }),
      delayMs: 200,
    },
    atOnce('received, and acknowledged', { received: 'alert', by: 'push' }),
    raise('send, push received', { received: 'alert', by: 'push' }),
    raise('send, webhook received', { received: 'alert', by: 'webhook' }),
    raise('send, mail received', { received: 'alert', by: 'mail' }),
    raise('record, before it', { statement: records, at: 'before', ...ofAlert }),
    raise('record, before the commit', { statement: records, at: 'before commit', ...ofAlert }),
    raise('record, after the commit', { statement: records, at: 'after commit', ...ofAlert }),
    acknowledge('acknowledge, before it', { statement: acknowledges, at: 'before' }),
    acknowledge('acknowledge, before the commit', { statement: acknowledges, at: 'before commit' }),
    acknowledge('acknowledge, after the commit', { statement: acknowledges, at: 'after commit' }),
    acknowledge('closing, before the claim', { statement: claims, at: 'before', isMeant: areDue('closing') }),
    acknowledge('closing, after the claim', { statement: claims, at: 'after', isMeant: areDue('closing') }),
    acknowledge('closing, before the begin', { statement: begins, at: 'before', ...ofClosing }),
    acknowledge('closing, begun', { statement: begins, at: 'before commit', ...ofClosing }),
    acknowledge('closing, push received', { received: 'closing', by: 'push' }),
    acknowledge('closing, webhook received', { received: 'closing', by: 'webhook' }),
    acknowledge('closing, before the record', { statement: records, at: 'before', ...ofClosing }),
    acknowledge('closing, before its commit', { statement: records, at: 'before commit', ...ofClosing }),
    acknowledge('closing, recorded', { statement: records, at: 'after commit', ...ofClosing }),
  ]
}
