import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { nameOf } from './people-picker.tsx'
import { peopleKey, personQuery, type Role, type User } from './people-queries.ts'

type Question = 'deactivate' | 'activate' | 'role' | 'delete'

/** What changes whether and as whom somebody can sign in; each change is asked for twice. */
export function PersonAccount({ user }: { user: User }) {
  const { t } = useTranslation()
  const isMe = useMe().id === user.id
  const [question, setQuestion] = useState<Question>()
  const [role, setRole] = useState<Role>(user.role)
  return (
    <section className="card" aria-labelledby="person-account">
      <h2 id="person-account">{t('admin.person.account.title')}</h2>
      {isMe && <p>{t('admin.person.account.me')}</p>}
      <div className="person-role">
        <SelectField<Role>
          label={t('admin.people.fields.role')}
          value={role}
          onChange={setRole}
          options={(['CAREGIVER', 'PATIENT', 'ADMIN'] as const).map((value) => ({
            value,
            label: t(`admin.people.role.${value}`),
          }))}
        />
        <Button isDisabled={role === user.role} onPress={() => setQuestion('role')}>
          {t('admin.person.account.changeRole')}
        </Button>
      </div>
      <div className="row">
        <Button onPress={() => setQuestion(user.status === 'active' ? 'deactivate' : 'activate')}>
          {user.status === 'active' ? t('admin.person.deactivate.button') : t('admin.person.activate.button')}
        </Button>
        <Button onPress={() => setQuestion('delete')}>{t('admin.person.delete.button')}</Button>
      </div>
      {question && (
        <AccountQuestion user={user} role={role} question={question} onClose={() => setQuestion(undefined)} />
      )}
    </section>
  )
}

interface AccountQuestionProps {
  user: User
  role: Role
  question: Question
  onClose(): void
}

function AccountQuestion({ user, role, question, onClose }: AccountQuestionProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const name = nameOf(user)
  const [keepsStatistics, setKeepsStatistics] = useState(false)
  const params = { path: { id: user.id } }

  async function showChanged(changed: User) {
    client.setQueryData(personQuery(user.id).queryKey, changed)
    await client.invalidateQueries({ queryKey: peopleKey, refetchType: 'none' })
  }

  async function carryOut() {
    if (question === 'delete') {
      const query = { keepStatistics: keepsStatistics ? ('true' as const) : ('false' as const) }
      await request(api.DELETE('/api/admin/users/{id}', { params: { ...params, query } }))
      await navigate({ to: '/admin/people' })
      client.removeQueries({ queryKey: peopleKey })
      return
    }
    const sent =
      question === 'role'
        ? request(api.POST('/api/admin/users/{id}/role', { params, body: { role } }))
        : request(
            api.PUT('/api/admin/users/{id}', {
              params,
              body: { status: question === 'activate' ? 'active' : 'inactive' },
            }),
          )
    await showChanged((await sent).data)
  }

  return (
    <ConfirmDialog
      title={t(`admin.person.${question}.title`, { name })}
      confirmLabel={t(`admin.person.${question}.button`)}
      onConfirm={carryOut}
      onClose={onClose}
      {...(question === 'delete' && {
        typedWord: {
          label: t('admin.person.delete.type', { email: user.email ?? name }),
          word: user.email ?? name,
        },
      })}
    >
      <p>{t(`admin.person.${question}.about`, { name, role: t(`admin.people.role.${role}`) })}</p>
      {question === 'delete' && user.role === 'PATIENT' && (
        <Choice checked={keepsStatistics} onChange={setKeepsStatistics}>
          {t('admin.person.delete.keepStatistics')}
        </Choice>
      )}
    </ConfirmDialog>
  )
}
