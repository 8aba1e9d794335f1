import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { CaregiverMissing, type ImportLine } from './import-run.ts'

/** useLineError is why a line was not imported, or not completely. */
export function useLineError(): (line: ImportLine) => string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return ({ error, userId }) => {
    if (error instanceof CaregiverMissing)
      return t('admin.import.caregiverMissing', { caregiver: error.message })
    const isTaken = error instanceof ApiError && error.status === 409 && !userId
    return isTaken ? t('admin.import.problems.exists') : errorText(error)
  }
}
