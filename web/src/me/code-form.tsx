import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Confirms an e-mail address by the code that was sent to it. */
export function CodeForm({ contact }: { contact: Schema<'Contact'> }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isComplete = /^\d{6}$/.test(code.trim())
  const confirming = useMutation({
    mutationFn: () =>
      request(
        api.POST('/api/notifications/contacts/{id}/confirm', {
          params: { path: { id: contact.id } },
          body: { code: code.trim() },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.contacts }),
  })
  const refusal = confirming.error instanceof ApiError ? confirming.error : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (isComplete) confirming.mutate()
  }

  const problem =
    refusal && 'code' in refusal.details
      ? refusal.code === 'CODE_EXPIRED'
        ? t('me.mail.codeExpired')
        : t('me.mail.codeWrong')
      : isChecked && !isComplete
        ? t('me.mail.codeDigits')
        : undefined
  return (
    <form className="form" onSubmit={submit}>
      <p>{t('me.mail.codeTitle', { label: contact.label })}</p>
      <TextField
        label={t('me.mail.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={(value) => {
          setCode(value)
          confirming.reset()
        }}
        error={problem}
      />
      {confirming.isError && !(refusal && 'code' in refusal.details) && (
        <ErrorNotice error={confirming.error} />
      )}
      <FormActions submitText={t('me.mail.confirm')} isPending={confirming.isPending} />
    </form>
  )
}
