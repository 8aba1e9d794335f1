import { useEffect } from 'react'

/** ScreenTitle is the heading of a screen, and the title of its tab. */
export function ScreenTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Fallwatch`
  }, [children])
  return <h1>{children}</h1>
}
