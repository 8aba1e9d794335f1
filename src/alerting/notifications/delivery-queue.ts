import { randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { unavailable } from '../../platform/lib/errors.ts'
import type { AcknowledgementTokens } from './acknowledge-token.ts'
import type { Notification, SendFailure, SendResult } from './channels/channel.ts'
import { findChannel } from './channels/channels.ts'
import { maxMailConnections } from './channels/mail.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { type Contact, isUsable, labelOf } from './contact.ts'
import { endContact } from './contacts.store.ts'
import { slowAfterMs } from './delivery.ts'
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  type ContactOwner,
  claimDeliveries,
  finishAttempt,
  insertClosing,
  insertNote,
  type LockedState,
  lockIncidentState,
  lockSubjectIncident,
  markBegun,
  noteAnswer,
  readContacts,
  type Slots,
  type SubjectIncident,
  settleClosing,
} from './delivery-queue.store.ts'
import { incidentMessage, wantsMessage } from './incident-message.ts'
import { publishContactsChange } from './reachability.ts'
import { noFailure, removedByReceiver, storedFailure } from './send-failures.ts'
import type { Sender } from './sender.ts'
import { skipToNextStep } from './skip-to-next-step.ts'

/** Longer than an attempt takes in all: after it, another process may send. */
const leaseMs = 15 * msPerSecond

/** How long after each failed attempt the next one begins; the last applies to all further ones. */
const retryDelaysMs = [2, 5, 15, 30, 60].map((seconds) => seconds * msPerSecond)

/** Closing messages and notes are given up after so many attempts, about ten minutes; an alert while nobody handles it. */
const maxAttempts = 14

/** How many deliveries this process sends at once: mails and others. */
const slots = {
  mails: { all: maxMailConnections, doubtful: 3, retries: 2 },
  others: { all: 64, doubtful: 32, retries: 16 },
} satisfies Record<string, Slots>

/**
 * How many attempts without an answer may lend their slot to another one, and of these, how many to contacts in doubt. A
 * connection that waits costs a socket; without this, receivers that hang would hold every slot until they time out:
 * 64 that answered before, or 32 that never did.
 */
const maxLent = { all: 512, doubtful: 256 }

/**
 * How many transactions begin and record attempts at once. Receivers that hang time out together: hundreds of
 * transactions at a time would take the connections and the processor from requests.
 */
const maxTransactions = { begin: 3, record: 2 }

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>

interface Attempt {
  delivery: ClaimedDelivery
  contact: Contact
  result: Promise<TimedResult>
}

type TimedResult = SendResult & { isSlow: boolean }

/**
 * Sends deliveries that are due. Any number of processes may do so at once: a delivery is leased,
 * sent and recorded by one of them, and by another if that one dies.
 */
export function createDeliveryQueue(
  ctx: Context,
  sender: Pick<Sender, 'prepare' | 'send'>,
  tokens: AcknowledgementTokens,
  slowMs = slowAfterMs,
) {
  const running = new Set<Promise<void>>()
  /** How many slots are free for mails and for other deliveries. */
  const free = { mails: { ...slots.mails }, others: { ...slots.others } }
  const breaker = createCircuitBreaker()
  /** How many attempts without an answer have lent their slot. */
  const lent = { all: 0, doubtful: 0 }
  // Their queues are bounded by the slots. Attempts begin while the outcomes of many others wait to be recorded.
  const inTurn = (maxConcurrent: number) =>
    createConcurrencyLimiter({ maxConcurrent, maxQueued: Number.POSITIVE_INFINITY, refuse: unavailable })
  const begins = inTurn(maxTransactions.begin)
  const records = inTurn(maxTransactions.record)

  return {
    /**
     * Begins the deliveries that are due, and returns how many; those that do not fit wait for the next call. A mail is
     * claimed only if it can be sent at once: an acknowledgement must find it waiting here, and not in the mailer.
     */
    async start(): Promise<number> {
      const { mails, others } = free
      if (mails.all <= 0 && others.all <= 0) return 0
      const now = ctx.now()
      const token = randomUUID()
      const leaseUntil = new Date(now.getTime() + leaseMs)
      const silentDestinations = breaker.silentDestinations()
      const claimed = await claimDeliveries(ctx.db, {
        ...{ now, leaseUntil, token, silentDestinations },
        mails,
        others,
      })
      const groups = new Map<string, ClaimedDelivery[]>()
      for (const delivery of claimed) {
        take(delivery, 1)
        const key = `${delivery.incidentId} ${delivery.isMail}`
        groups.set(key, [...(groups.get(key) ?? []), delivery])
      }
      for (const group of groups.values()) track(group, token)
      return claimed.length
    },
    /** Resolves when no delivery is running. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }

  /** Takes slots for a delivery, or gives them back. */
  function take({ isMail, doubt }: ClaimedDelivery, count: 1 | -1): void {
    const slots = isMail ? free.mails : free.others
    slots.all -= count
    if (doubt > 0) slots.doubtful -= count
    if (doubt === 2) slots.retries -= count
  }

  /** Sends deliveries of one incident, which are all mails or all others. */
  function track(deliveries: ClaimedDelivery[], token: string): void {
    // Each has its slot until its own attempt has ended: one that hangs must not keep those of the others.
    const held = new Set(deliveries)
    const release = (delivery: ClaimedDelivery) => {
      if (held.delete(delivery)) take(delivery, -1)
    }
    const tracked = sendAll(deliveries[0]?.incidentId ?? null, deliveries, token, release)
      // The lease ends, and the delivery is due again.
      .catch((error) =>
        ctx.log.warn({ err: error }, 'deliveries could not be processed; they will be retried'),
      )
      .finally(() => {
        running.delete(tracked)
        for (const delivery of held) release(delivery)
      })
    running.add(tracked)
  }

  async function sendAll(
    incidentId: string | null,
    deliveries: ClaimedDelivery[],
    token: string,
    release: (delivery: ClaimedDelivery) => void,
  ): Promise<void> {
    let attempts: Attempt[] = []
    // What is loaded at first use must not delay an attempt that has begun.
    await sender.prepare()
    try {
      await begins.run(() =>
        ctx.db.transaction(async (tx) => {
          attempts = await begin(tx, incidentId, deliveries, token)
        }),
      )
    } catch (error) {
      // What has begun is recorded even if its begin could not be.
      if (attempts.length === 0) throw error
      ctx.log.warn({ err: error }, 'the begin of deliveries could not be recorded')
    }
    await Promise.all(
      attempts.map(async ({ delivery, contact, result }) => {
        const endLending = lendSlot(delivery, release)
        try {
          const timed = await result
          await records.run(() => record(delivery, contact, timed, token))
        } finally {
          endLending()
        }
        release(delivery)
      }),
    )
    if (incidentId && attempts.some(({ delivery }) => delivery.purpose === 'alert'))
      await records.run(() => publishTold(incidentId))
  }

  /** Gives the slot of an attempt to another one if there is no answer soon; the result is to be called at its end. */
  function lendSlot(delivery: ClaimedDelivery, release: (delivery: ClaimedDelivery) => void): () => void {
    // Mails share the few connections of the mailer, and retries wait for those that have not been tried.
    if (delivery.isMail || delivery.doubt === 2) return () => {}
    const isDoubtful = delivery.doubt > 0
    const count = (change: 1 | -1) => {
      lent.all += change
      if (isDoubtful) lent.doubtful += change
    }
    let isLent = false
    const timer = setTimeout(() => {
      if (lent.all >= maxLent.all || (isDoubtful && lent.doubtful >= maxLent.doubtful)) return
      isLent = true
      count(1)
      release(delivery)
    }, slowMs / 2)
    return () => {
      clearTimeout(timer)
      if (isLent) count(-1)
    }
  }

  /** Shows on live streams who has been told: once for messages that were sent together. */
  async function publishTold(incidentId: string): Promise<void> {
    await ctx.db.transaction(async (tx) => {
      const incident = await lockIncidentState(tx, incidentId)
      if (!incident) return
      const { patientId } = incident
      await appendEvent(tx, { type: 'incident.changed', at: ctx.now(), patientId, subjectId: incidentId })
    })
  }

  /**
   * Starts the attempts inside the transaction that holds the incident in its state: an acknowledgement waits for
   * its end, so that no attempt begins after a committed acknowledgement. Their results are awaited outside.
   */
  async function begin(
    tx: Db,
    incidentId: string | null,
    deliveries: ClaimedDelivery[],
    token: string,
  ): Promise<Attempt[]> {
    const incident = incidentId ? await lockSubjectIncident(tx, incidentId) : undefined
    const contactIds = deliveries.map(({ contactId }) => contactId)
    const owners = await readContacts(tx, contactIds, incident ?? noSubject)
    const messages = new Map<string, () => Attempt>()
    for (const delivery of deliveries) {
      const owner = owners.find(({ contact }) => contact.id === delivery.contactId)
      if (
        !owner ||
        !isReachable(owner.contact, delivery) ||
        !isWanted(delivery, incident, owner.isEntitled)
      ) {
        await cancel(tx, delivery, incident, token)
        continue
      }
      const { contact } = owner
      const notification = notificationOf(delivery, owner, incident)
      messages.set(delivery.id, () => ({ delivery, contact, result: send(contact, notification) }))
    }
    const begun = await markBegun(tx, [...messages.keys()], token, ctx.now())
    return begun.flatMap((id) => messages.get(id)?.() ?? [])
  }

  async function send(contact: Contact, notification: Notification): Promise<TimedResult> {
    const startedAtMs = performance.now()
    const result = await sender.send(contact, notification)
    return { ...result, isSlow: performance.now() - startedAtMs >= slowMs }
  }

  /** Ends a delivery whose attempt has not begun. */
  async function cancel(
    tx: Db,
    { id, purpose, contactId, round }: ClaimedDelivery,
    incident: SubjectIncident | undefined,
    token: string,
  ): Promise<void> {
    const outcome = { state: 'CANCELLED' as const, sentAt: null, dueAt: null, ...noFailure }
    const isEnded = await finishAttempt(tx, id, token, outcome)
    if (isEnded && purpose === 'alert' && incident && incident.state !== 'OPEN')
      await settleClosing(tx, { incidentId: incident.id, contactId, round: round ?? 0, at: ctx.now() })
  }

  function notificationOf(
    delivery: ClaimedDelivery,
    { contact, isEntitled, isRelative }: ContactOwner,
    incident: SubjectIncident | undefined,
  ) {
    const { publicUrl } = ctx.config.notifications
    if (!incident) return noteOf(delivery, publicUrl)
    return incidentMessage({
      delivery,
      contact,
      incident,
      isEntitled,
      isRelative,
      publicUrl,
      acknowledgeUrl: publicUrl && acknowledgeUrl(publicUrl, delivery, contact, incident),
      now: ctx.now(),
    })
  }

  function acknowledgeUrl(
    publicUrl: string,
    { createdAt, round }: ClaimedDelivery,
    { id: contactId, userId }: Contact,
    { id: incidentId }: SubjectIncident,
  ): string | undefined {
    if (!userId) return undefined
    // After the #, because browsers do not send it, so that no log on the way has it.
    return `${publicUrl}/acknowledge#${tokens.sign({ userId, contactId, incidentId, round: round ?? 0 }, createdAt)}`
  }

  async function record(
    delivery: ClaimedDelivery,
    contact: Contact,
    result: TimedResult,
    token: string,
  ): Promise<void> {
    breaker.note(delivery.destination, result.ok || !result.isSlow)
    const outcome = await ctx.db.transaction(async (tx) => {
      const incident = delivery.incidentId ? await lockIncidentState(tx, delivery.incidentId) : undefined
      const isOver = isAlarm(delivery) && !isWanted(delivery, incident, true)
      const outcome = outcomeOf(delivery, result, isOver)
      if (!(await finishAttempt(tx, delivery.id, token, outcome))) return undefined
      const at = ctx.now()
      const { incidentId, contactId, round } = delivery
      // A failed attempt may have arrived, too: its answer may have been lost.
      if (isOver && incidentId && incident?.state !== 'OPEN' && !isOwnClosing(contact, incident))
        await insertClosing(tx, { incidentId, contactId, round: round ?? 0, at })
      if (!result.ok && result.gone) await endAndNote(tx, contact, at)
      return outcome
    })
    if (!outcome) return
    const isPrompt = result.ok && !result.isSlow
    if (isPrompt !== delivery.isPrompt || (result.ok && result.isSlow))
      await noteAnswer(ctx.db, contact.id, { isAccepted: result.ok, isPrompt, at: ctx.now() })
    if (outcome.state === 'FAILED' && delivery.purpose === 'alert') await skipAhead(delivery)
    const { channel } = contact
    const seconds = (ctx.now().getTime() - delivery.createdAt.getTime()) / msPerSecond
    ctx.metrics.deliveryDone(channel, outcome.state === 'PENDING' ? 'FAILED' : outcome.state, seconds)
    if (!result.ok)
      ctx.log.info({ deliveryId: delivery.id, channel, error: result.error }, 'a delivery failed')
  }

  /** A transaction of its own, because recording holds a weaker lock of the incident. */
  async function skipAhead({ incidentId, round }: ClaimedDelivery): Promise<void> {
    if (!incidentId || round === null) return
    await ctx.db.transaction((tx) => skipToNextStep(tx, incidentId, round, ctx.now()))
  }

  function outcomeOf(
    { purpose, attempts }: ClaimedDelivery,
    result: SendResult,
    isOver: boolean,
  ): AttemptOutcome {
    const now = ctx.now()
    if (result.ok) return { state: 'SENT', sentAt: now, dueAt: null, ...noFailure }
    const failed = { sentAt: null, dueAt: null, ...storedFailure(result) }
    if (isOver) return { ...failed, state: 'CANCELLED' }
    if (isFinal(result) || (purpose !== 'alert' && attempts >= maxAttempts))
      return { ...failed, state: 'FAILED' }
    const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? msPerMinute
    return { ...failed, state: 'PENDING', dueAt: new Date(now.getTime() + delayMs) }
  }

  /** Ends a contact that no longer exists, and tells its owner by another one. */
  async function endAndNote(tx: Db, contact: Contact, at: Date): Promise<void> {
    await endContact(tx, contact.id, at, removedByReceiver)
    if (!contact.userId) return
    await publishContactsChange(tx, contact.userId, at)
    const text = `Messages to ${labelOf(contact)} are no longer accepted there. Add it again if you want them.`
    await insertNote(tx, { userId: contact.userId, exceptContactId: contact.id, text, at })
  }
}

/** True for a message that replaces nothing to the person who ended the incident: it would tell nothing new. */
const isOwnClosing = ({ channel, userId }: Contact, incident: LockedState | undefined) =>
  findChannel(channel)?.replaces === false && userId !== null && userId === incident?.handlerId

/** An update takes the place of an alert: what ends the one ends the other. */
const isAlarm = ({ purpose }: Pick<ClaimedDelivery, 'purpose'>) => purpose === 'alert' || purpose === 'update'

const isFinal = ({ permanent, gone }: SendFailure) => permanent || gone

const isReachable = (contact: Contact, { purpose }: ClaimedDelivery) =>
  isUsable(contact) && wantsMessage(contact, purpose)

/** Of a message that is about no incident. */
const noSubject = { patientId: null, ward: null, site: null }

/**
 * True for an alert or update while its incident is open, of a closing message until it opens again, of a note to its
 * handler and of a request for a second person as long as there is a handler, and of other notes.
 * Whoever may no longer know of the incident gets neither.
 */
function isWanted(
  { purpose, round }: ClaimedDelivery,
  incident: LockedState | undefined,
  isEntitled: boolean,
): boolean {
  if (purpose === 'note' && !incident) return true
  if (!incident || incident.round !== round || !isEntitled) return false
  if (purpose === 'note' || purpose === 'assistance') return incident.state === 'ACKNOWLEDGED'
  return (incident.state === 'OPEN') === isAlarm({ purpose })
}

function noteOf({ id, text }: ClaimedDelivery, url: string | undefined) {
  const title = 'A way to reach you has ended'
  return {
    tag: `note-${id}`,
    deliveryId: id,
    purpose: 'note' as const,
    severity: 'LOW' as const,
    title,
    text: text ?? '',
    url,
  }
}
