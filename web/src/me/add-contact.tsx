import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { DetailsChoice } from './details-choice.tsx'

/** A channel to which a URL is all that is needed: its texts are those of `channel.<name>`. */
export type UrlChannel = Exclude<Schema<'Contact'>['channel'], 'push' | 'mail'>

type NewContact =
  | { channel: 'mail'; address: string; showDetails: boolean }
  | { channel: UrlChannel; url: string; showDetails: boolean }

export interface AddContactProps {
  label: string
  type: 'email' | 'url'
  /** On the button that opens the form. */
  addText: string
  submitText: string
  placeholder?: string
  contactOf(address: string, showDetails: boolean): NewContact
  /** What is wrong with an address, before it is sent. */
  check(address: string): string | undefined
  /** What the service says about it: beside the field, or below the form. */
  explain(error: Error): { field?: string; form?: string }
  /** What can help to fill in the field. */
  help?(fill: (address: string) => void): ReactNode
}

/** Adds an address to which messages are sent. */
export function AddContact(props: AddContactProps) {
  const { label, type, addText, submitText, placeholder, contactOf, check, explain, help } = props
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [showDetails, setShowDetails] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const adding = useMutation({
    mutationFn: (body: NewContact) => request(api.POST('/api/notifications/contacts', { body })),
    onSuccess() {
      setAddress('')
      setChecked(false)
      setOpen(false)
      return client.invalidateQueries({ queryKey: keys.contacts })
    },
  })
  const problem = check(address.trim())
  const refusal = adding.error ? explain(adding.error) : {}

  function fill(value: string) {
    setAddress(value)
    adding.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!problem) adding.mutate(contactOf(address.trim(), showDetails))
  }

  if (!isOpen)
    return (
      <div className="row">
        <Button onPress={() => setOpen(true)}>{addText}</Button>
      </div>
    )
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        autoFocus
        label={label}
        type={type}
        {...(placeholder !== undefined && { placeholder })}
        autoComplete={type === 'email' ? 'email' : 'off'}
        value={address}
        onChange={fill}
        error={refusal.field ?? (isChecked ? problem : undefined)}
      />
      {help?.(fill)}
      <DetailsChoice checked={showDetails} onChange={setShowDetails} />
      {refusal.form && (
        <Notice tone="caution" isAlert>
          {refusal.form}
        </Notice>
      )}
      <FormActions submitText={submitText} isPending={adding.isPending} onCancel={() => setOpen(false)} />
    </form>
  )
}
