import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { download } from './import-download.ts'
import { ImportLines } from './import-lines.tsx'
import { hasSecrets, resultFile } from './import-result.ts'
import { ImportSource } from './import-source.tsx'
import { useImport } from './import-state.ts'
import { ImportSummary } from './import-summary.tsx'
import './import.css'
import { ErrorNotice } from '../ui/error-notice.tsx'

export function ImportScreen() {
  const { t } = useTranslation()
  const state = useImport()
  const [isSaved, setSaved] = useState(false)
  const { result, isApplying } = state
  // Invitations and keys are shown this once.
  const isUnsaved = Boolean(result?.applied && hasSecrets(result) && !isSaved)
  const wouldLose = isApplying || isUnsaved
  useBlocker({
    disabled: !wouldLose,
    enableBeforeUnload: wouldLose,
    shouldBlockFn: () => !window.confirm(t('admin.import.leave')),
  })

  function restart() {
    setSaved(false)
    state.reset()
  }

  return (
    <>
      <ScreenTitle>{t('admin.import.title')}</ScreenTitle>
      {!result && <ImportSource isPending={state.isChecking} onFiles={state.check} />}
      <ErrorNotice error={state.error} />
      {result && (
        <div className="stack">
          <ImportSummary result={result} />
          {result.applied && hasSecrets(result) && <Notice tone="caution">{t('admin.import.once')}</Notice>}
          <div className="row">
            {result.applied ? (
              <Button
                look={isUnsaved ? 'primary' : 'plain'}
                onPress={() => {
                  download('fallwatch-import.csv', resultFile(result))
                  setSaved(true)
                }}
              >
                {t('admin.import.download')}
              </Button>
            ) : (
              <Button
                look="primary"
                isDisabled={result.counts.ERROR > 0 || result.counts.CREATE + result.counts.UPDATE === 0}
                isPending={isApplying}
                onPress={state.apply}
              >
                {t('admin.import.apply')}
              </Button>
            )}
            <Button isDisabled={wouldLose} onPress={restart}>
              {t(result.applied ? 'admin.import.another' : 'admin.import.back')}
            </Button>
          </div>
          <ImportLines result={result} />
        </div>
      )}
    </>
  )
}
