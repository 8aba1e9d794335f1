import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { createPasswordLink } from './people-invite.ts'
import { PersonLink } from './people-link.tsx'
import { nameOf } from './people-picker.tsx'
import type { User } from './people-queries.ts'

/** PersonPassword makes a link for somebody who cannot sign in, or has lost the invitation. */
export function PersonPassword({ user }: { user: User }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const create = useMutation({ mutationFn: () => createPasswordLink(user.id) })
  return (
    <section className="card" aria-labelledby="person-password">
      <h2 id="person-password">{t('admin.person.password.title')}</h2>
      <p>{t('admin.person.password.about')}</p>
      {create.data && <PersonLink link={create.data} name={nameOf(user)} />}
      {create.error && (
        <Notice tone="caution" isAlert>
          {errorText(create.error)}
        </Notice>
      )}
      <div>
        <Button
          isPending={create.isPending}
          isDisabled={user.status === 'inactive'}
          onPress={() => create.mutate()}
        >
          {create.data ? t('admin.person.password.again') : t('admin.person.password.create')}
        </Button>
      </div>
    </section>
  )
}
