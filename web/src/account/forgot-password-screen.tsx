import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request } from '../api/client.ts'
import { EntryPage } from '../shell/entry-page.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Never says whether there is an account. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const asking = useMutation({
    mutationFn: async (body: { email: string }) =>
      (await request(api.POST('/api/auth/forgot-password', { body }))).data,
  })
  return (
    <EntryPage title={t('account.forgot.title')}>
      {asking.data ? (
        <>
          <Notice tone={asking.data.mail ? 'good' : 'caution'} isAlert>
            {asking.data.mail ? t('account.forgot.sent', { email }) : t('account.forgot.noMail')}
          </Notice>
          {asking.data.mail && <Button onPress={() => asking.reset()}>{t('account.forgot.again')}</Button>}
        </>
      ) : (
        <ForgotPasswordForm
          email={email}
          onEmail={setEmail}
          isPending={asking.isPending}
          error={asking.error}
          onSubmit={() => asking.mutate({ email: email.trim() })}
        />
      )}
      <Link to="/sign-in">{t('account.forgot.back')}</Link>
    </EntryPage>
  )
}

interface ForgotPasswordFormProps {
  email: string
  onEmail(email: string): void
  isPending: boolean
  error: Error | null
  onSubmit(): void
}

function ForgotPasswordForm({ email, onEmail, isPending, error, onSubmit }: ForgotPasswordFormProps) {
  const { t } = useTranslation()
  const isAddressWrong = error instanceof ApiError && error.status === 400

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form className="form" onSubmit={submit}>
      <p>{t('account.forgot.text')}</p>
      <p className="muted">{t('account.forgot.noAddress')}</p>
      <TextField
        label={t('account.forgot.email')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={onEmail}
        error={isAddressWrong ? t('account.forgot.emailWrong') : undefined}
      />
      {error && !isAddressWrong && <ErrorNotice error={error} />}
      <Button type="submit" look="primary" size="large" isPending={isPending}>
        {t('account.forgot.submit')}
      </Button>
    </form>
  )
}
