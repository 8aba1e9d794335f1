import { useEffect } from 'react'

/** A tablet that somebody has scrolled shows the most urgent alarm again after this time without a touch. */
const idleMs = 20_000

export function useReturnToTop(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => scrollTo({ top: 0 }), idleMs)
    }
    const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const
    for (const sign of signs) addEventListener(sign, wait, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, wait)
    }
  }, [])
}
