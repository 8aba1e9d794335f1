import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'

interface ShareLinksProps {
  patientId: string
  links: Schema<'PatientAccess'>['links']
}

/** ShareLinks makes and revokes links with which somebody outside reads the record. */
export function ShareLinks({ patientId, links }: ShareLinksProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [label, setLabel] = useState('')
  const [days, setDays] = useState('7')
  const readAgain = () => client.invalidateQueries({ queryKey: [...keys.patient(patientId), 'access'] })
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

  return (
    <section className="card" aria-labelledby="links-title">
      <h2 id="links-title">{t('privacy.links')}</h2>
      <p className="muted">{t('privacy.linksText')}</p>
      {making.data ? (
        <Notice tone="good" isAlert>
          <p>{t('privacy.made')}</p>
          <CopyField
            label={t('privacy.link')}
            value={making.data.url ?? `${location.origin}/shared#${making.data.token}`}
          />
          <CopyField label={t('privacy.code')} value={making.data.code} />
        </Notice>
      ) : (
        <form className="form" onSubmit={submit}>
          <TextField label={t('privacy.label')} value={label} onChange={setLabel} isRequired />
          <TextField label={t('privacy.days')} inputMode="numeric" value={days} onChange={setDays} />
          <Button type="submit" look="primary" isPending={making.isPending}>
            {t('privacy.create')}
          </Button>
        </form>
      )}
      {error && (
        <Notice tone="caution" isAlert>
          {errorText(error)}
        </Notice>
      )}
      <ul className="stack">
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

interface ShareLinkProps {
  link: ShareLinksProps['links'][number]
  isPending: boolean
  onRevoke(): void
}

function ShareLink({ link, isPending, onRevoke }: ShareLinkProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const date = link.lastUsedAt ? formats.exact(new Date(link.lastUsedAt)) : ''
  return (
    <li>
      <p>
        <strong>{link.label}</strong>{' '}
        <span className="muted">
          {[
            t(`privacy.state.${link.state}`),
            t('privacy.until', { date: formats.exact(new Date(link.expiresAt)) }),
            t('privacy.used', { count: link.openedCount, date }),
          ].join(' · ')}
        </span>
      </p>
      {link.state === 'OPEN' && (
        <Button
          aria-label={`${t('privacy.revoke')}: ${link.label}`}
          isDisabled={isPending}
          onPress={onRevoke}
        >
          {t('privacy.revoke')}
        </Button>
      )}
    </li>
  )
}
