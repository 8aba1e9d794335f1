import { useEffect } from 'react'
import { setScreenTitle } from './tab-title.ts'

/** ScreenTitle is the heading of a screen, and the title of its tab. */
export function ScreenTitle({ children }: { children: string }) {
  useEffect(() => setScreenTitle(children), [children])
  return <h1>{children}</h1>
}
