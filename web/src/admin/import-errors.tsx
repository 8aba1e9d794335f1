import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useMessageText } from './import-message.ts'
import type { Import } from './import-state.ts'

/** Says each error once, with the lines that have it. */
export function ImportErrors({ errors }: { errors: Import['errors'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const say = useMessageText()
  if (errors.length === 0) return null
  return (
    <section className="card" aria-labelledby="import-errors">
      <h2 id="import-errors">{t('admin.import.errorsTitle')}</h2>
      <ul className="stack">
        {errors.map((error) => (
          <li key={`${error.file} ${error.text}`} className="import-error">
            <strong>{say(error)}</strong>
            <span>
              {t('admin.import.errorLines', {
                count: error.lines.length,
                file: error.file,
                lines: formats.list(rangesOf(error.lines)),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const maxRanges = 30

/** Writes neighbouring lines as 2–40. */
function rangesOf(lines: readonly number[]): string[] {
  const ranges: [number, number][] = []
  for (const line of [...new Set(lines)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  const written = ranges.map(([first, end]) => (first === end ? String(first) : `${first}–${end}`))
  return written.length > maxRanges ? [...written.slice(0, maxRanges), '…'] : written
}
