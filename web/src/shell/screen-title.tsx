import { useEffect } from 'react'

/** The title of the tab: that of the screen, after what must not be overlooked in any tab. */
let screen = ''
let alarm = ''

const show = () => {
  document.title = [alarm, screen, 'Fallwatch'].filter(Boolean).join(' · ')
}

export function setScreenTitle(title: string): void {
  screen = title
  show()
}

export function setTabAlarm(text: string): void {
  alarm = text
  show()
}

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
