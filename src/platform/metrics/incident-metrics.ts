import { Counter, Histogram, type Registry } from 'prom-client'

/** Counts what becomes of incidents, their escalation and deliveries, each after its commit. */
export interface IncidentMetrics {
  incidentOpened(kind: string, severity: string): void
  /** The first acknowledgement, so many seconds after the opening. */
  incidentAcknowledged(kind: string, seconds: number): void
  /** The resolution, so many seconds after the opening; without an outcome if the cause has ended. */
  incidentResolved(kind: string, outcome: string | null, seconds: number): void
  /** A step of an escalation was taken, so many seconds after it was due. */
  escalationAdvanced(latenessSeconds: number): void
  /** A repair of the escalation found something that should have happened by itself. */
  escalationFixed(reason: EscalationFault, count: number): void
  /** A delivery ended, so many seconds after it was created. */
  deliveryDone(channel: string, state: FinalDeliveryState, seconds?: number): void
}

export const escalationFaults = ['step_overdue', 'step_missing', 'delivery_stuck', 'handler_gone'] as const
export type EscalationFault = (typeof escalationFaults)[number]

const finalDeliveryStates = ['SENT', 'FAILED', 'CANCELLED'] as const
export type FinalDeliveryState = (typeof finalDeliveryStates)[number]

const noop = () => {}

export const noIncidentMetrics: IncidentMetrics = {
  incidentOpened: noop,
  incidentAcknowledged: noop,
  incidentResolved: noop,
  escalationAdvanced: noop,
  escalationFixed: noop,
  deliveryDone: noop,
}

/** Clocks of processes differ slightly, and a sum must not decrease. */
const notNegative = (seconds: number) => Math.max(0, seconds)

/** 60 and 180 seconds are the times within which alarms should be answered. */
const answerBuckets = [10, 30, 60, 120, 180, 300, 600, 1800, 3600]

/** The values of labels, whose series exist at zero from the start and so show their first increase. */
export interface IncidentLabels {
  incidentKinds: readonly string[]
  severities: readonly string[]
  outcomes: readonly string[]
  channels: readonly string[]
}

export function countIncidents(registry: Registry, labels: IncidentLabels): IncidentMetrics {
  return {
    ...countChanges(registry, labels),
    ...countEscalation(registry),
    ...countDeliveries(registry, labels),
  }
}

function countChanges(registry: Registry, { incidentKinds, severities, outcomes }: IncidentLabels) {
  const registers = [registry]
  const opened = new Counter({
    name: 'fallwatch_incidents_total',
    help: 'Incidents that were opened, by kind and by the severity at that time.',
    labelNames: ['kind', 'severity'],
    registers,
  })
  for (const kind of incidentKinds) for (const severity of severities) opened.inc({ kind, severity }, 0)
  const resolved = new Counter({
    name: 'fallwatch_incidents_resolved_total',
    help: 'Incidents that were resolved, by kind and outcome; NONE if their cause has ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  for (const kind of incidentKinds)
    for (const outcome of [...outcomes, 'NONE']) resolved.inc({ kind, outcome }, 0)
  const acknowledgeTimes = new Histogram({
    name: 'fallwatch_incident_acknowledge_seconds',
    help: 'Time from the opening of an incident to its first acknowledgement.',
    labelNames: ['kind'],
    buckets: answerBuckets,
    registers,
  })
  const resolveTimes = new Histogram({
    name: 'fallwatch_incident_resolve_seconds',
    help: 'Time from the opening of an incident to its resolution.',
    labelNames: ['kind'],
    buckets: [...answerBuckets, 14_400, 86_400],
    registers,
  })
  for (const kind of incidentKinds) for (const times of [acknowledgeTimes, resolveTimes]) times.zero({ kind })
  return {
    incidentOpened: (kind: string, severity: string) => opened.inc({ kind, severity }),
    incidentAcknowledged: (kind: string, seconds: number) =>
      acknowledgeTimes.observe({ kind }, notNegative(seconds)),
    incidentResolved(kind: string, outcome: string | null, seconds: number) {
      resolved.inc({ kind, outcome: outcome ?? 'NONE' })
      resolveTimes.observe({ kind }, notNegative(seconds))
    },
  }
}

function countEscalation(registry: Registry) {
  const registers = [registry]
  const fixed = new Counter({
    name: 'fallwatch_escalation_overdue_total',
    help: 'Steps of an escalation and deliveries that were overdue or missing, and were fixed, by reason.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of escalationFaults) fixed.inc({ reason }, 0)
  const lateness = new Histogram({
    name: 'fallwatch_escalation_lateness_seconds',
    help: 'Time from when a step of an escalation was due until it was taken.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300],
    registers,
  })
  return {
    escalationAdvanced: (seconds: number) => lateness.observe(notNegative(seconds)),
    escalationFixed: (reason: EscalationFault, count: number) => fixed.inc({ reason }, count),
  }
}

function countDeliveries(registry: Registry, { channels }: IncidentLabels) {
  const registers = [registry]
  const done = new Counter({
    name: 'fallwatch_deliveries_total',
    help: 'Attempts to deliver, by channel and state: SENT, FAILED (it may be retried) or CANCELLED.',
    labelNames: ['channel', 'state'],
    registers,
  })
  for (const channel of channels) for (const state of finalDeliveryStates) done.inc({ channel, state }, 0)
  const times = new Histogram({
    name: 'fallwatch_delivery_seconds',
    help: 'Time from the creation of a delivery until the receiver accepted it.',
    labelNames: ['channel'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  for (const channel of channels) times.zero({ channel })
  return {
    deliveryDone(channel: string, state: FinalDeliveryState, seconds?: number) {
      done.inc({ channel, state })
      if (state === 'SENT' && seconds !== undefined) times.observe({ channel }, notNegative(seconds))
    },
  }
}
