import { useState } from 'react'

export const steps = ['password', 'caregiver', 'patient', 'device', 'test'] as const
export type Step = (typeof steps)[number]

/** WelcomeProgress holds ids and no names: it stays in the browser. */
export interface WelcomeProgress {
  states: Partial<Record<Step, 'done' | 'skipped'>>
  caregiverId?: string
  patientId?: string
  macAddress?: string
}

const storageKey = (adminId: string) => `fallwatch-welcome-${adminId}`

function readProgress(adminId: string): WelcomeProgress {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(adminId)) ?? '{}') as Partial<WelcomeProgress>
    return { ...stored, states: stored.states ?? {} }
  } catch {
    return { states: {} }
  }
}

/** useWelcomeProgress is how far an admin has come with the first run, also after a reload. */
export function useWelcomeProgress(adminId: string) {
  const [progress, setProgress] = useState(() => readProgress(adminId))

  function update(change: Partial<WelcomeProgress>) {
    setProgress((current) => {
      const next = { ...current, ...change, states: { ...current.states, ...change.states } }
      localStorage.setItem(storageKey(adminId), JSON.stringify(next))
      return next
    })
  }

  return [progress, update] as const
}
