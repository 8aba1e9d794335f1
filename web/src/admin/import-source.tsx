import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { download } from './import-download.ts'
import { examples, type FileKind, fileKinds } from './import-examples.ts'
import { maxFileBytes, maxFiles } from './import-files.ts'

export interface ImportSourceProps {
  isPending: boolean
  onFiles(files: readonly File[]): void
}

/** Takes the files, and says which columns they can have. */
export function ImportSource({ isPending, onFiles }: ImportSourceProps) {
  const { t } = useTranslation()
  const id = useId()
  const [files, setFiles] = useState<readonly File[]>([])
  const isTooMany = files.length > maxFiles
  const isTooLarge = files.reduce((sum, { size }) => sum + size, 0) > maxFileBytes
  return (
    <div className="import-source">
      <div className="stack">
        <p>{t('admin.import.about')}</p>
        <div className="field">
          <label htmlFor={id}>{t('admin.import.files')}</label>
          <input
            id={id}
            type="file"
            multiple
            accept=".csv,.tsv,.txt,text/csv"
            onChange={({ target }) => setFiles([...(target.files ?? [])])}
          />
        </div>
        {(isTooMany || isTooLarge) && (
          <Notice tone="caution" isAlert>
            {isTooMany ? t('admin.import.tooMany', { count: maxFiles }) : t('admin.import.tooLarge')}
          </Notice>
        )}
        <div className="row">
          <Button
            look="primary"
            isDisabled={files.length === 0 || isTooMany || isTooLarge}
            isPending={isPending}
            onPress={() => onFiles(files)}
          >
            {t('admin.import.check')}
          </Button>
          <span className="muted">{t('admin.import.checkAbout')}</span>
        </div>
      </div>
      <section className="card" aria-labelledby="import-columns">
        <h2 id="import-columns">{t('admin.import.columnsTitle')}</h2>
        <p className="muted">{t('admin.import.columnsAbout')}</p>
        {fileKinds.map((kind) => (
          <Columns key={kind} kind={kind} />
        ))}
      </section>
    </div>
  )
}

function Columns({ kind }: { kind: FileKind }) {
  const { t } = useTranslation()
  const title = t(`admin.import.kind.${kind}`)
  const { required, optional, lines } = examples[kind]
  return (
    <div className="stack">
      <h3>{title}</h3>
      <p>{t(`admin.import.kindAbout.${kind}`)}</p>
      <p>
        {required.map((column) => (
          <span key={column}>
            <code>{column}</code> ({t('common.required')}),{' '}
          </span>
        ))}
        <code>{optional.join(', ')}</code>
      </p>
      <div>
        <Button
          look="quiet"
          aria-label={t('admin.import.templateOf', { kind: title })}
          onPress={() => download(`${kind}.csv`, `${lines.join('\r\n')}\r\n`)}
        >
          {t('admin.import.template')}
        </Button>
      </div>
    </div>
  )
}
