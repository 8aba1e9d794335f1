import { useEffect } from 'react'
import { setScreenTitle } from './tab-title.ts'

export interface ScreenTitleProps {
  children: string
  /** Only for screen readers: what is below is more important than where one is. */
  isHidden?: boolean
}

/** The heading of a screen, and the title of its tab. */
export function ScreenTitle({ children, isHidden = false }: ScreenTitleProps) {
  useEffect(() => setScreenTitle(children), [children])
  return <h1 className={isHidden ? 'visually-hidden' : undefined}>{children}</h1>
}
