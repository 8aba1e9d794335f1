import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../api/error-text.ts'
import { isReachable } from '../api/reachable.ts'
import { isPassing, isTooMany, retryDelayMs } from '../api/retries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const checkEveryMs = 3000

const reload = () => location.reload()

/** Keeps the page while the line is lost: what a browser shows instead knows nothing of alarms. */
const reloadIfReachable = async () => {
  if (await isReachable()) reload()
}

/** Loads the page again when the service is back. */
function useReload(error: unknown): void {
  useEffect(() => {
    if (!isPassing(error)) return
    if (isTooMany(error)) {
      const wait = setTimeout(reload, retryDelayMs(0, error))
      return () => clearTimeout(wait)
    }
    const timer = setInterval(reloadIfReachable, checkEveryMs)
    return () => clearInterval(timer)
  }, [error])
}

/** Stands for a screen that could not be shown; the frame around it goes on telling of alarms. */
export function ScreenFailure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  useReload(error)
  return (
    <Notice tone="caution" isAlert>
      <span>{errorText(error)}</span>
      <Button onPress={reloadIfReachable}>{t('common.retry')}</Button>
    </Notice>
  )
}

/** What is left of a page that could not be shown. A screen on a wall loads itself when the service is back. */
export function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  useReload(error)
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
