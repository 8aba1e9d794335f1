import { useState } from 'react'
import { useMe } from './use-me.ts'

const drafts = new Map<string, string>()

/** Keeps a text that was not sent yet while its author looks at something else. Whoever signs in next does not see it. */
export function useDraft(about: string): [text: string, write: (text: string) => void] {
  const key = `${useMe().id} ${about}`
  const [text, setText] = useState(drafts.get(key) ?? '')
  return [
    text,
    (changed) => {
      drafts.set(key, changed)
      setText(changed)
    },
  ]
}
