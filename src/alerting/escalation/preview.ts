import type { Severity } from '../../detection/levels/severity.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { type EscalationPolicy, stepDueAt } from './policy.ts'
import type { Recipients } from './recipients.ts'
import { type StepTarget, takeStep } from './step-targets.ts'

export interface PreviewedStep {
  afterSeconds: number
  targets: StepTarget[]
}

/** Returns the first pass of a policy if nobody acknowledges; duty is that of the time of each step. */
export function previewSteps(
  policy: EscalationPolicy,
  startedAt: Date,
  recipientsAt: (at: Date) => Recipients,
  { severity, timeZone }: { severity: Severity; timeZone: string },
): PreviewedStep[] {
  const previewed: PreviewedStep[] = []
  for (let step = 0; step < policy.steps.length; step++) {
    const dueAt = stepDueAt(policy, step, startedAt, { severity, timeZone })
    if (!dueAt) break
    const taken = takeStep(policy, step, recipientsAt(dueAt))
    const afterSeconds = Math.ceil((dueAt.getTime() - startedAt.getTime()) / msPerSecond)
    if (taken.targets.length > 0) previewed.push({ afterSeconds, targets: taken.targets })
    step = taken.step
  }
  return previewed
}
