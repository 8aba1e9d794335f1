import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { useLeaving } from '../shell/use-leaving.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Asks for the person's own address before it deletes everything. */
export function DeleteAccount() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="muted">{t('me.data.deleteText')}</p>
      <div className="row">
        <Button onPress={() => setOpen(true)}>{t('me.data.delete')}</Button>
      </div>
      <Dialog title={t('me.data.deleteTitle')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Confirmation onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Confirmation({ onCancel }: { onCancel(): void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { email, firstName, lastName, role } = useMe()
  const word = email ?? `${firstName} ${lastName}`
  const [written, setWritten] = useState('')
  const [keepsStatistics, setKeepsStatistics] = useState(false)
  const deleting = useLeaving(() => {
    const query = { keepStatistics: keepsStatistics ? ('true' as const) : ('false' as const) }
    return request(api.DELETE('/api/profile/me', { params: { query }, body: { confirmation: true } }))
  })
  const isConfirmed = written.trim().toLowerCase() === word.toLowerCase()
  const isRefused = deleting.error instanceof ApiError && deleting.error.status === 409

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed) deleting.mutate()
  }

  return (
    <form className="form" onSubmit={submit}>
      <p>{t('me.data.deleteText')}</p>
      <TextField
        label={t('me.data.deleteConfirm', { email: word })}
        autoComplete="off"
        spellCheck="false"
        value={written}
        onChange={setWritten}
      />
      {role === 'PATIENT' && (
        <Choice checked={keepsStatistics} onChange={setKeepsStatistics}>
          {t('me.data.keepStatistics')}
        </Choice>
      )}
      {deleting.isError && (
        <Notice tone="caution" isAlert>
          {isRefused ? t('me.data.deleteRefused') : errorText(deleting.error)}
        </Notice>
      )}
      <FormActions
        submitText={t('me.data.deleteNow')}
        isPending={deleting.isPending}
        isDisabled={!isConfirmed}
        onCancel={onCancel}
      />
    </form>
  )
}
