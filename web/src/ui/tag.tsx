import type { ReactNode } from 'react'
import './tag.css'

export interface TagProps {
  children: ReactNode
  tone?: 'neutral' | 'good' | 'caution' | 'urgent' | 'accent'
}

/** A short word about something; the word says it, and the colour only repeats it. */
export function Tag({ children, tone = 'neutral' }: TagProps) {
  return <span className={`tag tag-${tone}`}>{children}</span>
}
