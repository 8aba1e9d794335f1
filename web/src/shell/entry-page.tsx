import { type ReactNode, useEffect } from 'react'
import { LanguageChoice } from './language-choice.tsx'
import { setScreenTitle } from './tab-title.ts'
import './shell.css'

/** EntryPage is the frame of the pages for somebody who is not signed in. */
export function EntryPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => setScreenTitle(title), [title])
  return (
    <main className="entry stack" tabIndex={-1}>
      <p className="entry-brand">
        <img src="/icon.svg" alt="" width="40" height="40" /> Fallwatch
      </p>
      <h1>{title}</h1>
      {children}
      <LanguageChoice />
    </main>
  )
}
