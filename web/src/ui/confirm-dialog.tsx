import { type FormEvent, type ReactNode, useState } from 'react'
import { useErrorText } from '../api/error-text.ts'
import { Dialog } from './dialog.tsx'
import { FormActions } from './form-actions.tsx'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'

export interface ConfirmDialogProps {
  title: string
  /** What happens and what cannot be undone. */
  children: ReactNode
  confirmLabel: string
  /** A word to type first, for what cannot be undone. */
  typedWord?: { label: string; word: string }
  onConfirm(): Promise<unknown>
  onClose(): void
}

/** Asks before something happens, and stays open with the reason if it does not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, typedWord, onConfirm, onClose } = props
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isTyped = !typedWord || typed.trim().toLowerCase() === typedWord.word.toLowerCase()

  async function confirm(event: FormEvent) {
    event.preventDefault()
    // Enter comes here without the button, which is no submit button while it waits.
    if (!isTyped || isPending) return
    setPending(true)
    setProblem(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      setPending(false)
    }
  }

  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className="form" onSubmit={confirm}>
        {children}
        {typedWord && (
          <TextField label={typedWord.label} value={typed} onChange={setTyped} autoComplete="off" />
        )}
        {problem && (
          <Notice tone="caution" isAlert>
            {problem}
          </Notice>
        )}
        <FormActions
          submitText={confirmLabel}
          isPending={isPending}
          isDisabled={!isTyped}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
