import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { held as heldNow } from '../live/live-value.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

// Few people ever see it, and the first screen waits for nothing that it does not show.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

const checkMs = 60_000

interface HeldBannerProps {
  isAdmin?: boolean
  /** Of a screen without a live stream. */
  isPolled?: boolean
}

/**
 * Says, on top of every screen, that the service sends no messages; an admin can release them. They are held from a
 * start of the service on, after which a live stream is opened anew and says so, until somebody releases them, which is
 * looked for meanwhile.
 */
export function HeldBanner({ isAdmin = false, isPolled = false }: HeldBannerProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const isLooking = (heldNow.use() ?? false) || isPolled
  const { data: held } = useQuery({
    enabled: isLooking,
    queryKey: keys.held,
    queryFn: async ({ signal }) => (await request(api.GET('/api/health', { signal }))).data.held ?? null,
    refetchInterval: checkMs,
  })
  if (!held || !isLooking) return null
  async function release() {
    await request(api.POST('/api/admin/release-notifications'))
    await queries.invalidateQueries()
  }
  return (
    <div className="shell-notice">
      <Notice tone="urgent" isAlert>
        <strong>{t('held.text')}</strong> <span>{t(`held.${held.reason}`)}</span>
        {isAdmin && <Button onPress={() => setAsking(true)}>{t('held.release')}</Button>}
      </Notice>
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            title={t('held.release')}
            confirmLabel={t('held.release')}
            onConfirm={release}
            onClose={() => setAsking(false)}
          >
            <p>{t('held.about')}</p>
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  )
}
