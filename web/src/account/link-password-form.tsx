import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { meetsRules } from './password-rules.ts'

export interface LinkPasswordFormProps {
  token: string
  /** What becomes of the password; not shown of a link that leads nowhere. */
  about: string
  submitText: string
  /** Sends the password with the token of the link; the person is signed in afterwards. */
  send(body: { token: string; password: string }): Promise<unknown>
  /** How somebody gets another link. */
  another: ReactNode
}

/** Sets the password of somebody who has come by a link, and signs them in. */
export function LinkPasswordForm({ token, about, submitText, send, another }: LinkPasswordFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const sending = useMutation({
    mutationFn: () => send({ token, password }),
    async onSuccess() {
      // What another person of this browser has seen must not be shown.
      queryClient.clear()
      await navigate({ to: '/', replace: true })
    },
  })
  const problem = problemOf(sending.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIncomplete(!meetsRules(password))
    if (meetsRules(password)) sending.mutate()
  }

  if (!token || problem === 'link')
    return (
      <Notice tone="caution" isAlert>
        <span>{token ? t('account.link.invalid') : t('account.link.missing')}</span>
        {another}
      </Notice>
    )
  const fieldError =
    problem === 'password'
      ? t('account.password.common')
      : isIncomplete && !meetsRules(password)
        ? t('account.password.incomplete')
        : undefined
  return (
    <form className="form" onSubmit={submit}>
      <p>{about}</p>
      <NewPasswordField
        label={t('account.password.label')}
        value={password}
        onChange={(value) => {
          setPassword(value)
          if (sending.error) sending.reset()
        }}
        error={fieldError}
      />
      {problem === 'other' && <ErrorNotice error={sending.error} />}
      <Button type="submit" look="primary" size="large" isPending={sending.isPending}>
        {submitText}
      </Button>
    </form>
  )
}

/** What is wrong: the password, the link, or something else. */
function problemOf(error: Error | null): 'password' | 'link' | 'other' | undefined {
  if (!error) return undefined
  if (!(error instanceof ApiError)) return 'other'
  if (error.status === 400 && 'password' in error.details) return 'password'
  return [400, 401, 403, 404, 409, 410].includes(error.status) ? 'link' : 'other'
}
