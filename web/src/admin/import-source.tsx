import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { columns, requiredColumns } from './import-columns.ts'
import { decodeCsv, toCsv } from './import-csv.ts'
import { download } from './import-download.ts'

const maxBytes = 2_000_000

const example = [
  columns,
  ['eva@example.org', 'Eva', 'Brandt', 'CAREGIVER', '+49 30 123456', ''],
  ['luis@example.org', 'Luis', 'Ortega', 'PATIENT', '', 'eva@example.org'],
]

export interface ImportSourceProps {
  isPending: boolean
  onText(text: string): void
}

/** ImportSource takes the text of a CSV file, and sends it nowhere. */
export function ImportSource({ isPending, onText }: ImportSourceProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [isTooLarge, setTooLarge] = useState(false)

  async function read(file: File) {
    setTooLarge(file.size > maxBytes)
    if (file.size <= maxBytes) setText(decodeCsv(new Uint8Array(await file.arrayBuffer())))
  }

  return (
    <div className="import-source">
      <div className="stack">
        <p>{t('admin.import.about')}</p>
        <div className="field">
          <label htmlFor={id}>{t('admin.import.file')}</label>
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => target.files?.[0] && void read(target.files[0])}
          />
        </div>
        {isTooLarge && (
          <Notice tone="caution" isAlert>
            {t('admin.import.tooLarge')}
          </Notice>
        )}
        <TextField label={t('admin.import.paste')} isMultiline value={text} onChange={setText} />
        <div className="row">
          <Button
            look="primary"
            isDisabled={text.trim() === ''}
            isPending={isPending}
            onPress={() => onText(text)}
          >
            {t('admin.import.check')}
          </Button>
          <span className="muted">{t('admin.import.checkAbout')}</span>
        </div>
      </div>
      <section className="card" aria-labelledby="import-columns">
        <h2 id="import-columns">{t('admin.import.columnsTitle')}</h2>
        <dl className="facts">
          {columns.map((column) => (
            <div key={column} className="import-column">
              <dt>
                <code>{column}</code>
                {requiredColumns.includes(column) && ` (${t('common.required')})`}
              </dt>
              <dd>{t(`admin.import.columns.${column}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">{t('admin.import.columnsAbout')}</p>
        <div>
          <Button onPress={() => download('fallwatch-people.csv', toCsv(example))}>
            {t('admin.import.template')}
          </Button>
        </div>
      </section>
    </div>
  )
}
