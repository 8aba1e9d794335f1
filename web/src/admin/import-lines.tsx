import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { usePlaceText } from '../ui/place.ts'
import { type Column, Table } from '../ui/table.tsx'
import { Tag, type TagProps } from '../ui/tag.tsx'
import { useLineMessage } from './import-message.ts'
import { type ImportedLine, linkOf } from './import-result.ts'
import type { Import } from './import-state.ts'
import './people.css'

const order: readonly ImportedLine['action'][] = ['CREATE', 'UPDATE', 'SKIP', 'ERROR']

const tones: Record<ImportedLine['action'], NonNullable<TagProps['tone']>> = {
  ERROR: 'caution',
  CREATE: 'good',
  UPDATE: 'accent',
  SKIP: 'neutral',
}

/** More would make a slow page that nobody reads to its end. */
const maxShown = 500

/** Shows what happens to each line, or has happened, without the errors, which are said once for all lines. */
export function ImportLines({ result }: { result: Import }) {
  const { t } = useTranslation()
  const say = useLineMessage()
  const done = result.lines.filter(({ action }) => action !== 'ERROR')
  const sorted = done.toSorted((a, b) => order.indexOf(a.action) - order.indexOf(b.action))
  const rows = sorted.slice(0, maxShown).map((line, index) => ({ ...line, key: String(index) }))
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'file',
      title: t('admin.import.file'),
      cell: ({ file }) => <span className="import-name">{file}</span>,
    },
    { key: 'line', title: t('admin.import.line'), isNumeric: true, cell: ({ line }) => line },
    {
      key: 'action',
      title: t('admin.import.action'),
      cell: ({ action }) => (
        <Tag tone={tones[action]}>
          {t(`admin.import.${result.applied ? 'actionsDone' : 'actions'}.${action}`)}
        </Tag>
      ),
    },
    { key: 'name', title: t('admin.people.fields.name'), cell: (line) => <PersonName line={line} /> },
    {
      key: 'message',
      title: t('admin.import.message'),
      cell: (line) => (
        <span>
          {say(line)}{' '}
          {line.access && t(`admin.import.${result.applied ? 'access' : 'accessPlan'}.${line.access}`)}
        </span>
      ),
    },
  ]
  if (result.applied)
    columns.push({
      key: 'once',
      title: t('admin.import.onlyNow'),
      cell: (line) => <OnlyNow line={line} />,
    })
  return (
    <div className="stack">
      <Table
        caption={t('admin.import.lines')}
        rows={rows}
        rowKey={({ key }) => key}
        empty={t('admin.import.noLines')}
        columns={columns}
      />
      {sorted.length > rows.length && (
        <p className="muted">{t('admin.import.more', { count: sorted.length - rows.length })}</p>
      )}
    </div>
  )
}

/** Whom a line is about, or the device. */
function PersonName({ line: { name, userId, device } }: { line: ImportedLine }) {
  const shown = name ?? device?.macAddress ?? '–'
  if (!userId) return <span>{shown}</span>
  return (
    <Link to="/admin/people/$userId" params={{ userId }} target="_blank" className="people-name">
      {shown}
    </Link>
  )
}

function OnlyNow({ line: { name, invitation, device } }: { line: ImportedLine }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  if (invitation)
    return (
      <CopySecret
        text={linkOf(invitation)}
        label={t('admin.import.copyLink', { email: invitation.email ?? name })}
        word={t('admin.import.link')}
      />
    )
  if (device)
    return (
      <span className="stack">
        <span>{[device.patientName, placeText(device.place)].filter(Boolean).join(' · ')}</span>
        <CopySecret
          text={device.key}
          label={t('admin.import.copyKeyOf', { device: device.name, name: device.patientName })}
          word={t('admin.import.key')}
        />
      </span>
    )
  return <span className="muted">–</span>
}

function CopySecret({ text, label, word }: { text: string; label: string; word: string }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'copied' | 'shown'>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Without HTTPS there is no clipboard.
      setState('shown')
    }
  }

  if (state === 'shown') return <code className="import-secret">{text}</code>
  return (
    <span className="row">
      <Button aria-label={label} onPress={() => void copy()}>
        {word}
      </Button>
      <span role="status">{state === 'copied' && t('common.copied')}</span>
    </span>
  )
}
