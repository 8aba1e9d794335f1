import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'

const checkMs = 60_000

interface HeldBannerProps {
  isAdmin?: boolean
  /** Of a screen without a live stream. */
  isPolled?: boolean
}

/**
 * HeldBanner says, on top of every screen, that the service sends no messages; an admin can release them. They are held from a
 * start of the service on, at which live streams are lost, until somebody releases them, which is looked for meanwhile.
 */
export function HeldBanner({ isAdmin = false, isPolled = false }: HeldBannerProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { state: line } = useLiveStatus()
  const { data: held, refetch } = useQuery({
    queryKey: keys.held,
    queryFn: async ({ signal }) => (await request(api.GET('/api/health', { signal }))).data.held ?? null,
    refetchInterval: ({ state }) => (isPolled || state.data ? checkMs : false),
  })
  const lastLine = useRef(line)
  useEffect(() => {
    if (lastLine.current === 'lost' && line === 'live') void refetch()
    lastLine.current = line
  }, [line, refetch])
  if (!held) return null
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
    </div>
  )
}
