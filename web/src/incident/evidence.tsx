import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { evidenceSentences } from './evidence-words.ts'
import type { IncidentDetail } from './incident.ts'

/** What was noticed, in words. */
export function Evidence({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const sentences = evidenceSentences({ incident, t, formats })
  if (sentences.length === 0) return null
  return (
    <section className="card" aria-labelledby="incident-evidence">
      <h2 id="incident-evidence">{t('incident.evidence.title')}</h2>
      <ul className="evidence">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
