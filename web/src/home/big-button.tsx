import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, type PressEvent } from 'react-aria-components/Button'

/** How long a button is held that must not be pressed by mistake. */
export const holdMs = 2000
const stepMs = 50
/** How long the full ring is seen. */
const fullMs = 500

export interface BigButtonProps {
  look: 'fine' | 'help'
  children: ReactNode
  isPending?: boolean
  /** What to do to press it, where touching it is not enough. */
  hint?: string | undefined
  onPress(): void
  /** Pressed once by a screen reader or a switch, which cannot hold: it has to be asked. */
  onAsk?: () => void
  /** Let go too early. */
  onTooShort?: () => void
}

const signs = { fine: '✓', help: '!' }

/**
 * Found without glasses; the sign repeats what the word and the colour say. With a hint it has to be held for
 * two seconds, by finger, mouse or key, while a ring around the sign fills.
 */
export function BigButton({ look, children, isPending = false, hint, ...on }: BigButtonProps) {
  const needsHold = hint !== undefined
  const hintId = useId()
  const { progress, start, stop } = useHold(on.onPress)

  const hold = needsHold
    ? {
        onPressStart: ({ pointerType }: PressEvent) => pointerType !== 'virtual' && start(),
        onPressEnd: ({ pointerType }: PressEvent) => {
          if (pointerType !== 'virtual' && !stop()) on.onTooShort?.()
        },
        onPress: ({ pointerType }: PressEvent) => pointerType === 'virtual' && on.onAsk?.(),
      }
    : { onPress: on.onPress }

  return (
    <Button
      className={`big-button big-button-${look}`}
      data-holding={progress > 0 || undefined}
      isPending={isPending}
      {...(needsHold && { 'aria-describedby': hintId })}
      {...hold}
    >
      <span className="big-button-sign" aria-hidden="true">
        {signs[look]}
        {needsHold && <Ring progress={progress} />}
      </span>
      <span className="big-button-words">
        {children}
        {needsHold && (
          <span id={hintId} className="big-button-hint" aria-hidden="true">
            {hint}
          </span>
        )}
      </span>
    </Button>
  )
}

/** Counts while a button is held, and acts once when it was long enough; `stop` returns whether it was. */
function useHold(onHeld: () => void) {
  const [progress, setProgress] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = useRef(false)
  const act = useRef(onHeld)
  act.current = onHeld
  useEffect(() => () => clearInterval(timer.current), [])

  function start() {
    const startedAt = performance.now()
    isHeld.current = false
    clearInterval(timer.current)
    setProgress(0.01)
    timer.current = setInterval(() => {
      const part = (performance.now() - startedAt) / holdMs
      setProgress(Math.min(1, part))
      if (part < 1) return
      clearInterval(timer.current)
      isHeld.current = true
      // The button may be waiting for the service when it is let go, and then says nothing of it.
      timer.current = setTimeout(() => setProgress(0), fullMs)
      navigator.vibrate?.(100)
      act.current()
    }, stepMs)
  }

  function stop(): boolean {
    clearInterval(timer.current)
    setProgress(0)
    return isHeld.current
  }

  return { progress, start, stop }
}

const radius = 46
const around = 2 * Math.PI * radius

function Ring({ progress }: { progress: number }) {
  return (
    <svg className="big-button-ring" viewBox="0 0 100 100" aria-hidden="true">
      <circle
        cx="50"
        cy="50"
        r={radius}
        strokeDasharray={around}
        strokeDashoffset={around * (1 - progress)}
      />
    </svg>
  )
}
