import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Tag } from '../ui/tag.tsx'
import { browserName } from './browser-name.ts'
import './session-list.css'

type Session = Schema<'Session'>

const sessionsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...keys.profile, 'sessions', userId ?? 'me'],
    queryFn: async ({ signal }) =>
      userId
        ? (
            await request(
              api.GET('/api/admin/users/{id}/sessions', { signal, params: { path: { id: userId } } }),
            )
          ).data
        : (await request(api.GET('/api/profile/sessions', { signal }))).data,
  })

const endSession = (userId: string | undefined, id: string) =>
  userId
    ? request(
        api.DELETE('/api/admin/users/{id}/sessions/{sessionId}', {
          params: { path: { id: userId, sessionId: id } },
        }),
      )
    : request(api.DELETE('/api/profile/sessions/{id}', { params: { path: { id } } }))

/** Where somebody is signed in, and which pages can call for help for them; without an id, one's own. */
export function SessionList({ userId }: { userId?: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // The page of a person asks for much already.
  const [isShown, setShown] = useState(!userId)
  const query = useQuery({ ...sessionsQuery(userId), enabled: isShown })
  const [ending, setEnding] = useState<Session>()
  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t(userId ? 'sessions.titleOf' : 'sessions.title')}</h2>
      <p className="muted">{t('sessions.text')}</p>
      {!isShown && <Button onPress={() => setShown(true)}>{t('sessions.show')}</Button>}
      {isShown && (
        <QueryState query={query}>
          {(sessions) => (
            <ul className="sessions">
              {sessions.length === 0 && <li>{t('sessions.empty')}</li>}
              {sessions.map((session) => (
                <SessionLine key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </ul>
          )}
        </QueryState>
      )}
      {ending && (
        <ConfirmDialog
          title={t(ending.kind === 'SESSION' ? 'sessions.askSession' : 'sessions.askPage')}
          confirmLabel={t('sessions.end')}
          onConfirm={async () => {
            await endSession(userId, ending.id)
            await client.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>{t(ending.kind === 'SESSION' ? 'sessions.askSessionText' : 'sessions.askPageText')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function SessionLine({ session, onEnd }: { session: Session; onEnd(): void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { kind, createdAt, lastUsedAt, expiresAt, userAgent, isCurrent } = session
  const time = (iso: string) => formats.time(new Date(iso))
  const since = t('sessions.since', { time: time(createdAt) })
  const what = [t(`sessions.kind.${kind}`), browserName(userAgent)].filter(Boolean).join(' · ')
  return (
    <li>
      <div>
        <p className="row">
          <strong>{what}</strong>
          {isCurrent && <Tag tone="good">{t('sessions.current')}</Tag>}
        </p>
        <p className="muted">
          {[
            since,
            lastUsedAt && t('sessions.lastUsed', { time: formats.date(new Date(lastUsedAt)) }),
            t('sessions.until', {
              time: kind === 'SESSION' ? time(expiresAt) : formats.date(new Date(expiresAt)),
            }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button aria-label={t('sessions.endThis', { what: `${what}, ${since}` })} onPress={onEnd}>
        {t('sessions.end')}
      </Button>
    </li>
  )
}
