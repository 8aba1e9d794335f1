import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'

type Mentions = readonly Schema<'AuditMention'>[] | undefined

/** An id in a text; the parentheses make `split` keep it. */
const idPattern = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/

/** What was done, with names in place of ids. */
export function AuditMessage({ line: { message, mentions } }: { line: Schema<'AuditLine'> }) {
  const parts = message.split(idPattern)
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change their places
    <Fragment key={i}>{i % 2 === 1 ? <AuditRecord id={part} mentions={mentions} /> : part}</Fragment>
  ))
}

/** The name of a record, with a link where it can be opened. The log outlives people: what is gone has a short id. */
export function AuditRecord({ id, mentions }: { id: string | null; mentions: Mentions }): ReactNode {
  const { t } = useTranslation()
  if (!id) return '–'
  const short = id.slice(0, 8)
  const mention = mentions?.find((each) => each.id === id)
  if (!mention) return <span title={id}>{t('admin.audit.deleted', { id: short })}</span>
  const { kind, name } = mention
  switch (kind) {
    case 'PERSON':
      return (
        <Link to="/admin/people/$userId" params={{ userId: id }}>
          {name}
        </Link>
      )
    case 'TEAM':
      return (
        <Link to="/teams/$teamId" params={{ teamId: id }}>
          {name}
        </Link>
      )
    case 'INCIDENT':
      return (
        <Link to="/incidents/$incidentId" params={{ incidentId: id }}>
          {name ?? short}
        </Link>
      )
    default:
      return <span title={id}>{name ?? short}</span>
  }
}
