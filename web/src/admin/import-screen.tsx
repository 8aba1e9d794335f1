import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../api/error-text.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportResults } from './import-results.tsx'
import { ImportSource } from './import-source.tsx'
import { useImport } from './import-state.ts'
import './import.css'

export function ImportScreen() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const state = useImport()
  const [hasLinks, setHasLinks] = useState(false)
  const { plan, lines, isRunning, end } = state
  const isStarted = isRunning || end !== undefined
  // The links are shown this once.
  const wouldLose = isRunning || (!hasLinks && lines.some(({ url }) => url))
  useBlocker({
    disabled: !wouldLose,
    enableBeforeUnload: wouldLose,
    shouldBlockFn: () => !window.confirm(t('admin.import.leave')),
  })
  return (
    <>
      <ScreenTitle>{t('admin.import.title')}</ScreenTitle>
      {!plan && <ImportSource isPending={state.isChecking} onText={(text) => void state.check(text)} />}
      {state.error !== undefined && (
        <Notice tone="caution" isAlert>
          {errorText(state.error)}
        </Notice>
      )}
      {plan && !isStarted && (
        <ImportPreview
          plan={plan}
          count={lines.length}
          onImport={() => void state.start()}
          onBack={state.reset}
        />
      )}
      {isStarted && <ImportResults state={state} onDownload={() => setHasLinks(true)} />}
      {isStarted && !isRunning && (
        <div>
          <Button
            onPress={() => {
              setHasLinks(false)
              state.reset()
            }}
            isDisabled={wouldLose}
          >
            {t('admin.import.another')}
          </Button>
        </div>
      )}
    </>
  )
}
