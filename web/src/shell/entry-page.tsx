import { type ReactNode, useEffect } from 'react'
import { LanguageChoice } from './language-choice.tsx'
import { setScreenTitle } from './screen-title.tsx'
import './shell.css'

export interface EntryPageProps {
  title: string
  /** For what is read, not filled in. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of the pages for somebody who is not signed in. */
export function EntryPage({ title, isWide = false, children }: EntryPageProps) {
  useEffect(() => setScreenTitle(title), [title])
  return (
    <main className={isWide ? 'entry entry-wide stack' : 'entry stack'} tabIndex={-1}>
      <p className="entry-brand">
        <img src="/icon.svg" alt="" width="40" height="40" /> Fallwatch
      </p>
      <h1>{title}</h1>
      {children}
      <LanguageChoice />
    </main>
  )
}
