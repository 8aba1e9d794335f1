import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../api/error-text.ts'
import { isPassing, isTooMany, retryDelayMs } from '../api/retries.ts'
import { Button } from '../ui/button.tsx'

const checkEveryMs = 3000

const reload = () => location.reload()

/** Failure is what is left of a page that could not be shown. A screen on a wall loads itself when the service is back. */
export function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  useEffect(() => {
    if (!isPassing(error)) return
    if (isTooMany(error)) {
      const wait = setTimeout(reload, retryDelayMs(0, error))
      return () => clearTimeout(wait)
    }
    const timer = setInterval(async () => {
      const isBack = await fetch('/api/health').then(
        ({ ok }) => ok,
        () => false,
      )
      if (isBack) reload()
    }, checkEveryMs)
    return () => clearInterval(timer)
  }, [error])
  return (
    <main className="entry stack" role="alert">
      <h1>{t('errors.title')}</h1>
      <p>{isTooMany(error) ? t('errors.comesBack') : errorText(error)}</p>
      <Button look="primary" onPress={reload}>
        {t('common.retry')}
      </Button>
    </main>
  )
}
