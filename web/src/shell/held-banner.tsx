import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'

/** Seldom, as it changes: with a start of the service, or by the button. */
const checkMs = 60_000

/** HeldBanner says, on top of every screen, that the service sends no messages; an admin can release them. */
export function HeldBanner({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { data: held } = useQuery({
    queryKey: keys.held,
    queryFn: async ({ signal }) => (await request(api.GET('/api/health', { signal }))).data.held ?? null,
    refetchInterval: checkMs,
  })
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
