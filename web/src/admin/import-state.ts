import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keys } from '../api/keys.ts'
import { importActions, readAccounts } from './import-actions.ts'
import { type ImportPlan, importOrder, type KnownAccount, planImport } from './import-plan.ts'
import { type ImportEnd, type ImportLine, runImport } from './import-run.ts'

export interface ImportState {
  plan: ImportPlan | undefined
  lines: readonly ImportLine[]
  isChecking: boolean
  isRunning: boolean
  end: ImportEnd | undefined
  waitUntilMs: number | undefined
  error: unknown
  check(text: string): Promise<void>
  /** start begins, or continues where it was stopped. */
  start(): Promise<void>
  stop(): void
  reset(): void
}

/** useImport is an import from the text of a file to its result; it is stopped when the screen is left. */
export function useImport(): ImportState {
  const client = useQueryClient()
  const [plan, setPlan] = useState<ImportPlan>()
  const [lines, setLines] = useState<ImportLine[]>([])
  const [isChecking, setChecking] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [end, setEnd] = useState<ImportEnd>()
  const [waitUntilMs, setWaitUntilMs] = useState<number>()
  const [error, setError] = useState<unknown>()
  const accounts = useRef<Map<string, KnownAccount>>(new Map())
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  function begin(): AbortSignal {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  return {
    plan,
    lines,
    isChecking,
    isRunning,
    end,
    waitUntilMs,
    error,
    async check(text) {
      const signal = begin()
      setChecking(true)
      setError(undefined)
      try {
        accounts.current = await readAccounts({ signal, onWait: setWaitUntilMs })
        const checked = planImport(text, accounts.current)
        setPlan(checked)
        setLines(
          importOrder(checked).map((line) => ({ ...line, state: 'waiting' as const, assigned: new Set() })),
        )
      } catch (failure) {
        if (!signal.aborted) setError(failure)
      } finally {
        setChecking(false)
      }
    },
    async start() {
      const signal = begin()
      setRunning(true)
      setEnd(undefined)
      // The lines are changed in place; a new array makes the page show it.
      const onChange = () => setLines([...lines])
      setEnd(
        await runImport(lines, accounts.current, importActions, { signal, onChange, onWait: setWaitUntilMs }),
      )
      setRunning(false)
      setWaitUntilMs(undefined)
      await client.invalidateQueries({ queryKey: keys.admin() })
    },
    stop: () => running.current?.abort(),
    reset() {
      running.current?.abort()
      setPlan(undefined)
      setLines([])
      setEnd(undefined)
      setError(undefined)
    },
  }
}
