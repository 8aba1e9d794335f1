import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { forgetPage } from './help-page.ts'

/** SignOutButton ends the session. While it has not ended, it says so: the next person would use the account. */
export function SignOutButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => request(api.POST('/api/auth/logout')),
    networkMode: 'always',
    onSuccess: async () => {
      forgetPage(client.getQueryData<Schema<'Me'>>(keys.me)?.id)
      await navigate({ to: '/sign-in' })
      client.clear()
    },
  })
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
