import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { named } from '../incident/named.ts'
import { useFallWords } from './fall-words.ts'

type Version = Schema<'FallRecord'>['versions'][number]

/** Who wrote the record, and what was changed later: what it said before stays legible. */
export function FallHistory({ versions }: { versions: readonly Version[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (versions.length === 0) return null
  return (
    <section className="stack" aria-labelledby="fall-history">
      <h2 id="fall-history">{t('fallRecord.history')}</h2>
      <ol className="fall-history">
        {versions.map((version, i) => (
          <li key={version.version}>
            <strong>
              {t(i === 0 ? 'fallRecord.writtenBy' : 'fallRecord.changedBy', {
                name: named(version.by, t('incident.who.deleted')),
              })}
            </strong>{' '}
            <span className="muted">
              {/* Always with its date: the record is printed. */}
              {formats.exact(new Date(version.at))}
              {version.station && ` · ${t('station.at', { station: version.station })}`}
            </span>
            <Changes before={versions[i - 1]} version={version} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Changes({ before, version }: { before: Version | undefined; version: Version }) {
  const { t } = useTranslation()
  const { fields, wordsOf } = useFallWords()
  if (!before) return null
  const changed = fields.filter((field) => wordsOf(field, before) !== wordsOf(field, version))
  return (
    <ul>
      {changed.map((field) => (
        <li key={field} dir="auto">
          {t('fallRecord.changed', {
            field: t(`fallRecord.${field}`),
            before: wordsOf(field, before) ?? t('fallRecord.notSaid'),
            now: wordsOf(field, version) ?? t('fallRecord.notSaid'),
          })}
        </li>
      ))}
    </ul>
  )
}
