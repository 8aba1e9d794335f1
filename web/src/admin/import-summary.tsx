import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Notice } from '../ui/notice.tsx'
import { usePlaceText } from '../ui/place.ts'
import { Tag } from '../ui/tag.tsx'
import type { Import } from './import-state.ts'

/** How many lines would do what, or have done it, and what each file was taken for. */
export function ImportSummary({ result }: { result: Import }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { counts, applied, files } = result
  const hasErrors = counts.ERROR > 0
  const isOpen = result.questions.length > 0
  const numbers = {
    created: counts.CREATE,
    updated: counts.UPDATE,
    skipped: counts.SKIP,
    errors: counts.ERROR,
  }
  return (
    <>
      <Notice tone={hasErrors || isOpen ? 'caution' : 'good'} isAlert>
        <span>
          {t(applied ? 'admin.import.done' : 'admin.import.plan')}{' '}
          {t(applied ? 'admin.import.doneCounts' : 'admin.import.counts', numbers)}{' '}
          {hasErrors && t('admin.import.hasErrors', { count: counts.ERROR })}{' '}
          {isOpen && t('admin.import.hasQuestions', { count: result.questions.length })}
        </span>
      </Notice>
      <Unattended places={result.unattended} />
      <ul className="stack">
        {files.map(({ name, kind, lines, encoding, ignoredColumns }) => (
          <li key={name} className="import-file">
            <strong>{name}</strong>
            {kind ? (
              <Tag>{t(`admin.import.kind.${kind}`)}</Tag>
            ) : (
              <Tag tone="caution">{t('admin.import.unreadable')}</Tag>
            )}
            <span>{t('admin.import.lineCount', { count: lines })}</span>
            {encoding && <span className="muted">{encoding}</span>}
            {ignoredColumns.length > 0 && (
              <span className="muted">
                {t('admin.import.ignored', { columns: formats.list(ignoredColumns) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Names the wards whose residents nobody looks after: the lists may write them differently. */
function Unattended({ places }: { places: Import['unattended'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const placeText = usePlaceText()
  if (places.length === 0) return null
  const named = places.map(({ count, ...place }) =>
    t('admin.import.unattendedAt', { place: placeText(place) || t('patient.board.noWard'), count }),
  )
  return (
    <Notice tone="caution">
      <span>{t('admin.import.unattended', { places: formats.list(named) })}</span>
    </Notice>
  )
}
