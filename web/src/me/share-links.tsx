import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Tag, type TagProps } from '../ui/tag.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type Access, accessQuery } from './access-query.ts'
import './share-links.css'
import { ErrorNotice } from '../ui/error-notice.tsx'

const spans = ['1', '3', '7', '14', '30'] as const

interface ShareLinksProps {
  patientId: string
  links: Access['links']
}

/** Makes and revokes links with which somebody outside reads the record. */
export function ShareLinks({ patientId, links }: ShareLinksProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [label, setLabel] = useState('')
  const [days, setDays] = useState<(typeof spans)[number]>('7')
  const readAgain = () => client.invalidateQueries({ queryKey: accessQuery(patientId).queryKey })
  const path = { id: patientId }
  const making = useMutation({
    mutationFn: async () =>
      (
        await request(
          api.POST('/api/patients/{id}/shares', {
            params: { path },
            body: { label: label.trim(), days: Number(days) },
          }),
        )
      ).data,
    onSuccess: readAgain,
  })
  const revoking = useMutation({
    mutationFn: (shareId: string) =>
      request(api.DELETE('/api/patients/{id}/shares/{shareId}', { params: { path: { ...path, shareId } } })),
    onSuccess: readAgain,
  })
  const error = making.error ?? revoking.error

  function submit(event: FormEvent) {
    event.preventDefault()
    making.mutate()
  }

  /** The link and its code are shown this once. */
  function startAgain() {
    setLabel('')
    making.reset()
  }

  return (
    <section className="card" aria-labelledby="links-title">
      <h2 id="links-title">{t('privacy.links')}</h2>
      <p className="muted">{t('privacy.linksText')}</p>
      {making.data ? (
        <Notice tone="good" isAlert>
          <div className="stack share-made">
            <p>{t('privacy.made')}</p>
            <CopyField
              label={t('privacy.link')}
              value={making.data.url ?? `${location.origin}/shared#${making.data.token}`}
            />
            <CopyField label={t('privacy.code')} value={making.data.code} />
            <div>
              <Button onPress={startAgain}>{t('privacy.another')}</Button>
            </div>
          </div>
        </Notice>
      ) : (
        <form className="form" onSubmit={submit}>
          <TextField label={t('privacy.label')} value={label} onChange={setLabel} isRequired />
          <SelectField
            label={t('privacy.days')}
            value={days}
            onChange={setDays}
            options={spans.map((value) => ({
              value,
              label: t('privacy.dayCount', { count: Number(value) }),
            }))}
          />
          <FormActions submitText={t('privacy.create')} isPending={making.isPending} />
        </form>
      )}
      <ErrorNotice error={error} />
      <ul className="share-links">
        {links.map((link) => (
          <ShareLink
            key={link.id}
            link={link}
            isPending={revoking.isPending}
            onRevoke={() => revoking.mutate(link.id)}
          />
        ))}
      </ul>
    </section>
  )
}

const tones: Record<Access['links'][number]['state'], NonNullable<TagProps['tone']>> = {
  OPEN: 'good',
  EXPIRED: 'neutral',
  REVOKED: 'neutral',
  LOCKED: 'caution',
}

interface ShareLinkProps {
  link: ShareLinksProps['links'][number]
  isPending: boolean
  onRevoke(): void
}

function ShareLink({ link, isPending, onRevoke }: ShareLinkProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const date = link.lastUsedAt ? formats.time(new Date(link.lastUsedAt)) : ''
  return (
    <li className="stack">
      <div>
        <p className="row">
          <strong>{link.label}</strong>
          <Tag tone={tones[link.state]}>{t(`privacy.state.${link.state}`)}</Tag>
        </p>
        <p className="muted">
          {[
            t('privacy.until', { date: formats.time(new Date(link.expiresAt)) }),
            t('privacy.used', { count: link.openedCount, date }),
          ].join(' · ')}
        </p>
      </div>
      {link.state === 'OPEN' && (
        <div>
          <Button
            aria-label={`${t('privacy.revoke')}: ${link.label}`}
            isDisabled={isPending}
            onPress={onRevoke}
          >
            {t('privacy.revoke')}
          </Button>
        </div>
      )}
    </li>
  )
}
