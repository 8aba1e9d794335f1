import { Counter, type Registry } from 'prom-client'

/** Counts what others send to topics and webhooks in. */
export interface IntakeMetrics {
  intakeReceived(adapter: string, outcome: IntakeOutcome): void
}

/** `dropped`: beyond what a source may send, or while nothing can be recorded. */
export const intakeOutcomes = ['recorded', 'unassigned', 'not_understood', 'refused', 'dropped'] as const
export type IntakeOutcome = (typeof intakeOutcomes)[number]

export const noIntakeMetrics: IntakeMetrics = { intakeReceived() {} }

export function countIntake(registry: Registry): IntakeMetrics {
  const received = new Counter({
    name: 'fallwatch_intake_messages_total',
    help: 'Messages of topics and webhooks in, by adapter and by what came of them.',
    labelNames: ['adapter', 'outcome'],
    registers: [registry],
  })
  return { intakeReceived: (adapter, outcome) => received.inc({ adapter, outcome }) }
}
