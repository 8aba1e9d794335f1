import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { ImportChoices } from './import-choices.tsx'
import { download } from './import-download.ts'
import { ImportErrors } from './import-errors.tsx'
import { ImportLines } from './import-lines.tsx'
import { hasSecrets, hasTeams, resultFile, sheetOf } from './import-result.ts'
import { ImportSource } from './import-source.tsx'
import { type Import, type ImportState, useImport } from './import-state.ts'
import { ImportSummary } from './import-summary.tsx'
import { PrintButton } from './print-button.tsx'
import './import.css'

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
          {!result.applied && <ImportChoices result={result} state={state} />}
          <ImportErrors errors={result.errors} />
          {result.applied && hasSecrets(result) && <Notice tone="caution">{t('admin.import.once')}</Notice>}
          {!result.applied && <MailChoice result={result} state={state} />}
          <div className="row">
            {result.applied ? (
              <Results result={result} isUnsaved={isUnsaved} onSaved={() => setSaved(true)} />
            ) : (
              <Button
                look="primary"
                isDisabled={!isReady(result) || state.isChecking}
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

const isReady = ({ counts, questions }: Import) =>
  counts.ERROR === 0 && questions.length === 0 && counts.CREATE + counts.UPDATE > 0

/** Offers to write to those who have an address, where the service sends mail. */
function MailChoice({ result, state }: { result: Import; state: ImportState }) {
  const { t } = useTranslation()
  const count = result.lines.filter(({ access }) => access === 'MAILED').length
  if (count === 0) return null
  return (
    <Choice checked={state.mail} onChange={state.setMail}>
      {t('admin.import.mail', { count })}
    </Choice>
  )
}

interface ResultsProps {
  result: Import
  isUnsaved: boolean
  onSaved(): void
}

/** Prints and saves what is shown this once, and leads to the rota of the teams. */
function Results({ result, isUnsaved, onSaved }: ResultsProps) {
  const { t } = useTranslation()
  const { links, devices } = sheetOf(result)
  const hasSheet = links.length + devices.length > 0
  return (
    <>
      {hasSheet && (
        <PrintButton links={links} devices={devices} look="primary" label={t('admin.import.print')} />
      )}
      <Button
        look={isUnsaved && !hasSheet ? 'primary' : 'plain'}
        onPress={() => {
          download('fallwatch-import.csv', resultFile(result))
          onSaved()
        }}
      >
        {t('admin.import.download')}
      </Button>
      {hasTeams(result) && <ButtonLink to="/rota">{t('admin.import.toRota')}</ButtonLink>}
    </>
  )
}
