import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLeaving } from './use-leaving.ts'

/** Ends the session. While it has not ended, it says so: the next person would use the account. */
export function SignOutButton() {
  const { t } = useTranslation()
  const signOut = useLeaving(() => request(api.POST('/api/auth/logout')))
  return (
    <>
      {signOut.isError && (
        <Notice tone="caution" isAlert>
          {t('nav.stillSignedIn')}
        </Notice>
      )}
      <Button isPending={signOut.isPending} onPress={() => signOut.mutate()}>
        {t('nav.signOut')}
      </Button>
    </>
  )
}
