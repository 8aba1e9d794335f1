import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewPasswordField } from '../account/new-password-field.tsx'
import { meetsRules } from '../account/password-rules.ts'
import { ApiError, api, request } from '../api/client.ts'
import { useMe } from '../shell/use-me.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Changes the password, which ends all other sessions. */
export function PasswordForm({ onChanged }: { onChanged?(): void }) {
  const { t } = useTranslation()
  const me = useMe()
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const changing = useMutation({
    mutationFn: () =>
      request(
        api.POST('/api/profile/password', {
          body: { currentPassword, newPassword, confirmPassword: newPassword },
        }),
      ),
    onSuccess() {
      setCurrentPassword('')
      setNewPassword('')
      setChecked(false)
      onChanged?.()
    },
  })
  const refused = changing.error instanceof ApiError ? changing.error.details : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (currentPassword && meetsRules(newPassword)) changing.mutate()
  }

  const newProblem =
    'newPassword' in refused
      ? t('account.password.common')
      : isChecked && !meetsRules(newPassword)
        ? t('account.password.incomplete')
        : undefined
  const isCurrentWrong = 'currentPassword' in refused || (isChecked && currentPassword === '')
  return (
    <form className="form" onSubmit={submit}>
      {/* Password managers learn by it whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={me.email ?? ''} />
      <TextField
        label={t('me.password.current')}
        type="password"
        name="current-password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={(value) => {
          setCurrentPassword(value)
          changing.reset()
        }}
        error={isCurrentWrong ? t('me.password.wrong') : undefined}
      />
      <NewPasswordField
        label={t('me.password.new')}
        value={newPassword}
        onChange={(value) => {
          setNewPassword(value)
          changing.reset()
        }}
        error={newProblem}
      />
      {changing.isError && Object.keys(refused).length === 0 && <ErrorNotice error={changing.error} />}
      <FormActions submitText={t('me.password.submit')} isPending={changing.isPending} />
      <div role="status">{changing.isSuccess && <Notice tone="good">{t('me.password.changed')}</Notice>}</div>
    </form>
  )
}
