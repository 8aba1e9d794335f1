import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'

const checkEveryMs = 3000

/** Nobody was there to answer, or the service has no database: that passes by itself. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Failure is what is left of a page that could not be shown. A screen on a wall loads itself when the service is back. */
export function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  useEffect(() => {
    if (!isPassing(error)) return
    const timer = setInterval(async () => {
      const isBack = await fetch('/api/health').then(
        ({ ok }) => ok,
        () => false,
      )
      if (isBack) location.reload()
    }, checkEveryMs)
    return () => clearInterval(timer)
  }, [error])
  return (
    <main className="entry stack" role="alert">
      <h1>{t('errors.title')}</h1>
      <p>{errorText(error)}</p>
      <Button look="primary" onPress={() => location.reload()}>
        {t('common.retry')}
      </Button>
    </main>
  )
}
