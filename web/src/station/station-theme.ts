import { useEffect, useState, useSyncExternalStore } from 'react'
import { clockAheadMs } from '../live/service-clock.ts'
import { useNow } from '../ui/now.ts'
import { readStored, store } from '../ui/stored.ts'
import { type ChosenTheme, nextChange, type Theme, themeAt } from './theme-at.ts'

const storageKey = 'fallwatch-station-theme'

function readChosen(): ChosenTheme | undefined {
  const [theme, until] = readStored(storageKey)?.split(' ') ?? []
  return theme === 'light' || theme === 'dark' ? { theme, untilMs: Number(until) || 0 } : undefined
}

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

function onSystemChange(listener: () => void) {
  const query = systemDark()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Shows the page of a station in its theme, and returns it with what switches to the other one. */
export function useStationTheme(): readonly [Theme, () => void] {
  // The night is that of the room: of the tablet's own clock.
  const now = new Date(useNow().getTime() - clockAheadMs())
  const isSystemDark = useSyncExternalStore(onSystemChange, () => systemDark().matches)
  const [chosen, setChosen] = useState(readChosen)
  const theme = themeAt(now, chosen, isSystemDark)
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    return () => {
      delete document.documentElement.dataset.theme
    }
  }, [theme])

  function change() {
    const next = { theme: theme === 'dark' ? 'light' : 'dark', untilMs: nextChange(now).getTime() } as const
    store(storageKey, `${next.theme} ${next.untilMs}`)
    setChosen(next)
  }
  return [theme, change]
}
