import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Table } from '../ui/table.tsx'
import { Tag } from '../ui/tag.tsx'
import type { ImportPlan, PlannedLine } from './import-plan.ts'

export interface ImportPreviewProps {
  plan: ImportPlan
  /** How many lines would be imported. */
  count: number
  onImport(): void
  onBack(): void
}

/** ImportPreview says what would happen, line by line. */
export function ImportPreview({ plan, count, onImport, onBack }: ImportPreviewProps) {
  const { t } = useTranslation()
  const { lines, missingColumns, unclosedQuoteLine } = plan
  const isReadable = missingColumns.length === 0 && unclosedQuoteLine === undefined
  return (
    <div className="stack">
      {missingColumns.length > 0 && (
        <Notice tone="caution" isAlert>
          {t('admin.import.missingColumns', { columns: missingColumns.join(', ') })}
        </Notice>
      )}
      {unclosedQuoteLine !== undefined && (
        <Notice tone="caution" isAlert>
          {t('admin.import.unclosedQuote', { line: unclosedQuoteLine })}
        </Notice>
      )}
      {isReadable && (
        <Notice tone={count === lines.length ? 'good' : 'caution'} isAlert>
          <span>
            {t('admin.import.willImport', { count })}{' '}
            {count < lines.length && t('admin.import.willSkip', { count: lines.length - count })}
          </span>
        </Notice>
      )}
      <div className="row">
        {isReadable && (
          <Button look="primary" isDisabled={count === 0} onPress={onImport}>
            {t('admin.import.start', { count })}
          </Button>
        )}
        <Button onPress={onBack}>{t('admin.import.back')}</Button>
      </div>
      {lines.length > 0 && <Lines lines={lines} />}
    </div>
  )
}

function Lines({ lines }: { lines: readonly PlannedLine[] }) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('admin.import.preview')}
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        { key: 'line', title: t('admin.import.line'), isNumeric: true, cell: ({ line }) => line },
        {
          key: 'name',
          title: t('admin.people.fields.name'),
          cell: ({ person }) => <span>{`${person.firstName} ${person.lastName}`.trim() || '–'}</span>,
        },
        {
          key: 'email',
          title: t('admin.people.fields.email'),
          cell: ({ person }) => <span className="import-email">{person.email || '–'}</span>,
        },
        {
          key: 'role',
          title: t('admin.people.fields.role'),
          cell: ({ person }) => (
            <span className="import-role">{person.role ? t(`admin.people.role.${person.role}`) : '–'}</span>
          ),
        },
        { key: 'plan', title: t('admin.import.plan'), cell: (line) => <Planned line={line} /> },
      ]}
    />
  )
}

function Planned({ line: { person, problems } }: { line: PlannedLine }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (problems.length > 0)
    return (
      <span className="import-plan">
        <Tag tone="caution">{t('admin.import.skipped')}</Tag>
        {problems.map(({ problem, value }) => (
          <span key={problem + value}>{t(`admin.import.problems.${problem}`, { value })}</span>
        ))}
      </span>
    )
  return (
    <span className="import-plan">
      <Tag tone="good">{t('admin.import.ready')}</Tag>
      {person.role === 'PATIENT' && person.caregiverEmails.length === 0 && (
        <span className="muted">{t('admin.import.noCaregiver')}</span>
      )}
      {person.caregiverEmails.length > 0 && (
        <span>{t('admin.import.assignedTo', { caregivers: formats.list(person.caregiverEmails) })}</span>
      )}
    </span>
  )
}
