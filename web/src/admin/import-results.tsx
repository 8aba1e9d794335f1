import { useTranslation } from 'react-i18next'
import { useErrorText } from '../api/error-text.ts'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { toCsv } from './import-csv.ts'
import { download } from './import-download.ts'
import { useLineError } from './import-error.ts'
import { ImportResultTable } from './import-result-table.tsx'
import type { ImportState } from './import-state.ts'

export interface ImportResultsProps {
  state: ImportState
  onDownload(): void
}

export function ImportResults({ state, onDownload }: ImportResultsProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const lineError = useLineError()
  const { lines, isRunning, end, waitUntilMs } = state
  const finished = lines.filter(({ state: at }) => at === 'done' || at === 'failed').length
  const failed = lines.filter(({ state: at }) => at === 'failed').length

  function save() {
    const head = [
      'line',
      'email',
      'firstName',
      'lastName',
      'role',
      'result',
      'link',
      'linkExpiresAt',
      'error',
    ]
    const rows = lines.map((line) => {
      const { email, firstName, lastName, role } = line.person
      const why = line.state === 'failed' ? lineError(line) : ''
      const { url = '', expiresAt = '' } = line
      return [String(line.line), email, firstName, lastName, role, line.state, url, expiresAt, why]
    })
    download('fallwatch-import.csv', toCsv([head, ...rows]))
    onDownload()
  }

  return (
    <div className="stack">
      <label className="import-progress">
        <span role="status">{t('admin.import.progress', { done: finished, total: lines.length })}</span>
        <progress value={finished} max={lines.length} />
      </label>
      {waitUntilMs !== undefined && <Waiting untilMs={waitUntilMs} />}
      {end?.end === 'interrupted' && (
        <Notice tone="caution" isAlert>
          {t('admin.import.interrupted', { reason: errorText(end.error) })}
        </Notice>
      )}
      {end?.end === 'stopped' && <Notice>{t('admin.import.stopped')}</Notice>}
      {end?.end === 'done' && (
        <Notice tone={failed > 0 ? 'caution' : 'good'} isAlert>
          <span>
            {t('admin.import.done', { count: finished - failed })}{' '}
            {failed > 0 && t('admin.import.failed', { count: failed })}
          </span>
        </Notice>
      )}
      <div className="row">
        {isRunning && <Button onPress={state.stop}>{t('admin.import.stop')}</Button>}
        {!isRunning && end?.end !== 'done' && (
          <Button look="primary" onPress={() => void state.start()}>
            {t('admin.import.continue')}
          </Button>
        )}
        {!isRunning && (
          <Button look={end?.end === 'done' ? 'primary' : 'plain'} onPress={save}>
            {t('admin.import.download')}
          </Button>
        )}
      </div>
      {!isRunning && <p className="muted">{t('admin.import.linksOnce')}</p>}
      <ImportResultTable lines={lines} />
    </div>
  )
}

function Waiting({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  return <Notice>{t('admin.import.waiting', { time: formats.countdown(untilMs - now.getTime()) })}</Notice>
}
