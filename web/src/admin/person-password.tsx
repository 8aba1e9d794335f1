import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { createPasswordLink, inviteAs } from './people-invite.ts'
import { PersonLink } from './people-link.tsx'
import { nameOf } from './people-picker.tsx'
import { peopleKey, type User } from './people-queries.ts'

/** Makes a link for somebody who cannot sign in, or has lost the invitation. */
export function PersonPassword({ user }: { user: User }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [identity, setIdentity] = useState('')
  const signsInAs = user.signInName ?? user.email
  const hasAddress = signsInAs !== null
  const create = useMutation({
    // Of an account without a password, a password link is an invitation, too.
    mutationFn: () => (hasAddress ? createPasswordLink(user.id) : inviteAs(user.id, identity.trim())),
    onSuccess: () => void (hasAddress || client.invalidateQueries({ queryKey: peopleKey })),
  })
  const label = hasAddress ? t('admin.person.password.create') : t('admin.person.password.invite')
  return (
    <section className="card" aria-labelledby="person-password">
      <h2 id="person-password">{t('admin.person.password.title')}</h2>
      <p>{hasAddress ? t('admin.person.password.about') : t('admin.person.password.noAddress')}</p>
      {create.data && (
        <PersonLink link={create.data} name={nameOf(user)} signsInAs={signsInAs ?? identity.trim()} />
      )}
      {!hasAddress && (
        <TextField
          label={t('admin.person.password.address')}
          autoComplete="off"
          spellCheck="false"
          value={identity}
          onChange={setIdentity}
        />
      )}
      <ErrorNotice error={create.error} />
      <div>
        <Button
          isPending={create.isPending}
          isDisabled={user.status === 'inactive' || (!hasAddress && identity.trim() === '')}
          onPress={() => create.mutate()}
        >
          {create.data ? t('admin.person.password.again') : label}
        </Button>
      </div>
    </section>
  )
}
