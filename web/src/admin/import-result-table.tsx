import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Table } from '../ui/table.tsx'
import { Tag, type TagProps } from '../ui/tag.tsx'
import { useLineError } from './import-error.ts'
import type { ImportLine } from './import-run.ts'
import './people.css'

const tones: Record<ImportLine['state'], NonNullable<TagProps['tone']>> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'good',
  failed: 'caution',
}

export function ImportResultTable({ lines }: { lines: readonly ImportLine[] }) {
  const { t } = useTranslation()
  const lineError = useLineError()
  return (
    <Table
      caption={t('admin.import.results')}
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        { key: 'line', title: t('admin.import.line'), isNumeric: true, cell: ({ line }) => line },
        {
          key: 'name',
          title: t('admin.people.fields.name'),
          cell: ({ person, userId }) => <PersonName person={person} userId={userId} />,
        },
        {
          key: 'role',
          title: t('admin.people.fields.role'),
          cell: ({ person }) => t(`admin.people.role.${person.role}`),
        },
        {
          key: 'result',
          title: t('admin.import.result'),
          cell: (line) => (
            <span className="import-plan">
              <Tag tone={tones[line.state]}>{t(`admin.import.state.${line.state}`)}</Tag>
              {line.state === 'failed' && <span>{lineError(line)}</span>}
              {line.state === 'failed' && line.userId && <span>{t('admin.import.partly')}</span>}
            </span>
          ),
        },
        {
          key: 'link',
          title: t('admin.import.link'),
          cell: ({ url, person }) =>
            url ? <CopyLink url={url} email={person.email} /> : <span className="muted">–</span>,
        },
      ]}
    />
  )
}

function PersonName({ person, userId }: Pick<ImportLine, 'person'> & { userId: string | undefined }) {
  const name = `${person.firstName} ${person.lastName}`
  if (!userId) return <span>{name}</span>
  return (
    <Link to="/admin/people/$userId" params={{ userId }} target="_blank" className="people-name">
      {name}
    </Link>
  )
}

function CopyLink({ url, email }: { url: string; email: string }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'copied' | 'shown'>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setState('copied')
    } catch {
      // Without HTTPS there is no clipboard.
      setState('shown')
    }
  }

  if (state === 'shown') return <code className="import-link">{url}</code>
  return (
    <span className="row">
      <Button aria-label={t('admin.import.copyLink', { email })} onPress={() => void copy()}>
        {t('common.copy')}
      </Button>
      <span role="status">{state === 'copied' && t('common.copied')}</span>
    </span>
  )
}
