import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/link.tsx'

export function SignOut() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()

  async function signOut() {
    await request(api.POST('/api/auth/logout')).catch(() => {})
    await navigate({ to: '/sign-in' })
    client.clear()
  }

  return (
    <section className="card" aria-labelledby="device-title">
      <h2 id="device-title">{t('me.signOut.title')}</h2>
      <p className="muted">{t('me.signOut.text')}</p>
      <div className="row">
        <Button onPress={() => void signOut()}>{t('nav.signOut')}</Button>
        <ButtonLink to="/me/notifications" look="quiet">
          {t('me.signOut.notifications')}
        </ButtonLink>
      </div>
    </section>
  )
}
