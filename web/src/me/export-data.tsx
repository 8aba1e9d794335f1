import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { downloadExport } from './download-export.ts'

export function ExportData() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const exporting = useMutation({ mutationFn: downloadExport })
  const isRunning = exporting.error instanceof ApiError && exporting.error.status === 409
  return (
    <>
      <p className="muted">{t('me.data.exportText')}</p>
      <div className="row">
        <Button onPress={() => exporting.mutate()} isPending={exporting.isPending}>
          {t('me.data.export')}
        </Button>
      </div>
      <div role="status">
        {exporting.isPending && t('me.data.exporting')}
        {exporting.isSuccess && (
          <Notice tone="good">{t('me.data.exported', { name: exporting.data })}</Notice>
        )}
      </div>
      {exporting.isError && (
        <Notice tone="caution" isAlert>
          {isRunning ? t('me.data.exportRunning') : errorText(exporting.error)}
        </Notice>
      )}
    </>
  )
}
