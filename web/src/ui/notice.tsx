import type { ReactNode } from 'react'
import './notice.css'

export interface NoticeProps {
  children: ReactNode
  tone?: 'neutral' | 'good' | 'caution' | 'urgent'
  /** Read out at once, and not when the screen reader comes to it. */
  isAlert?: boolean
}

export function Notice({ children, tone = 'neutral', isAlert }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={isAlert ? 'alert' : undefined}>
      {children}
    </div>
  )
}
