import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { queryClient } from '../api/query-client.ts'
import { useKeptCalls } from '../home/kept-calls.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { EntryPage } from './entry-page.tsx'
import { rememberedPage } from './help-page.ts'
import { OthersCalls } from './lazy-part.ts'
import { hasSessionEnded } from './live-session.ts'
import { returnPath } from './return-path.ts'

export function SignInScreen() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { returnTo } = useSearch({ from: '/sign-in' })
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setPending(true)
    setProblem(undefined)
    try {
      await request(api.POST('/api/auth/login', { body: { email, password } }))
      // What another person of this browser has seen must not be shown.
      queryClient.clear()
      await navigate({ href: returnPath(returnTo, location.origin) ?? '/', replace: true })
    } catch (error) {
      const isWrong = error instanceof ApiError && (error.status === 401 || error.status === 400)
      setProblem(isWrong ? t('signIn.wrong') : errorText(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <EntryPage title={t('signIn.title')}>
      {hasSessionEnded() && <Notice>{t('signIn.ended')}</Notice>}
      {useKeptCalls().length > 0 && (
        <Suspense>
          <OthersCalls />
        </Suspense>
      )}
      {rememberedPage() && <ButtonLink to="/">{t('signIn.toButtons')}</ButtonLink>}
      <form className="form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('signIn.email')}
          // A sign-in name is no address.
          inputMode="email"
          name="email"
          autoComplete="username"
          spellCheck="false"
          value={email}
          onChange={setEmail}
        />
        <TextField
          label={t('signIn.password')}
          type={isShown ? 'text' : 'password'}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Choice checked={isShown} onChange={setShown}>
          {t('signIn.showPassword')}
        </Choice>
        {problem && (
          <Notice tone="caution" isAlert>
            {problem}
          </Notice>
        )}
        <Button type="submit" look="primary" size="large" isPending={isPending}>
          {t('signIn.submit')}
        </Button>
        <Link to="/forgot-password">{t('signIn.forgot')}</Link>
      </form>
    </EntryPage>
  )
}
