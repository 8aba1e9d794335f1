import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import {
  type BrowserPush,
  browserPushQuery,
  DismissedError,
  isThisBrowser,
  switchOnPush,
} from './browser-push.ts'
import { ContactCard } from './contact-card.tsx'
import { DetailsChoice } from './details-choice.tsx'
import { PushObstacle } from './push-obstacle.tsx'

/** Switches on messages to this browser, and lists the other browsers of the person. */
export function PushSection({ contacts }: { contacts: Schema<'Contact'>[] }) {
  const { t } = useTranslation()
  const { id } = useMe()
  const push = useQuery(browserPushQuery)
  usePermissionChanges()
  const own = contacts.find((contact) => isThisBrowser(id, contact))
  const others = contacts.filter((contact) => contact !== own)
  return (
    <section className="card" aria-labelledby="push-title">
      <h2 id="push-title">{t('me.push.title')}</h2>
      <p className="muted">{t('me.push.text')}</p>
      <QueryState query={push}>{(data) => <ThisBrowser push={data} contact={own} />}</QueryState>
      {others.length > 0 && (
        <>
          <h3>{t('me.push.others')}</h3>
          <ul className="contact-list">
            {others.map((contact) => (
              <ContactCard
                key={contact.id}
                contact={contact}
                name={t('me.push.other', { host: contact.label })}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function ThisBrowser({ push, contact }: { push: BrowserPush; contact: Schema<'Contact'> | undefined }) {
  const { t } = useTranslation()
  const { id } = useMe()
  const client = useQueryClient()
  const switching = useMutation({
    mutationFn: (showDetails: boolean) => switchOnPush(id, showDetails),
    async onSettled() {
      await client.invalidateQueries({ queryKey: browserPushQuery.queryKey })
      await client.invalidateQueries({ queryKey: keys.contacts })
    },
  })
  if (push.state !== 'granted' && push.state !== 'default') return <PushObstacle state={push.state} />
  const isOn = push.state === 'granted' && push.isSubscribed && contact && !contact.endedAt
  if (isOn)
    return (
      <>
        <ul className="contact-list">
          <ContactCard contact={contact} name={t('me.push.thisBrowser')} />
        </ul>
        <DetailsChoice
          checked={contact.showDetails}
          disabled={switching.isPending}
          onChange={(showDetails) => switching.mutate(showDetails)}
        />
        <SwitchError error={switching.error} />
      </>
    )
  return (
    <>
      {push.state === 'default' && <p>{t('me.push.default')}</p>}
      <SwitchError error={switching.error} />
      <div className="row">
        <Button
          look="primary"
          size="large"
          isPending={switching.isPending}
          onPress={() => switching.mutate(contact?.showDetails ?? false)}
        >
          {t('me.push.enable')}
        </Button>
      </div>
    </>
  )
}

function SwitchError({ error }: { error: Error | null }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (!error) return null
  const isFull = error instanceof ApiError && error.status === 409
  return (
    <Notice tone="caution" isAlert>
      {error instanceof DismissedError
        ? t('me.push.dismissed')
        : isFull
          ? t('me.limit')
          : error instanceof ApiError
            ? errorText(error)
            : t('me.push.failed')}
    </Notice>
  )
}

/** Looks again when somebody changes the permission in the settings of the browser. */
function usePermissionChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stopped = new AbortController()
    const look = () => void client.invalidateQueries({ queryKey: browserPushQuery.queryKey })
    navigator.permissions
      ?.query({ name: 'notifications' })
      .then((status) => status.addEventListener('change', look, { signal: stopped.signal }))
      // A browser that does not know this name does not tell of changes.
      .catch(() => {})
    return () => stopped.abort()
  }, [client])
}
