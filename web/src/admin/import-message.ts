import { useTranslation } from 'react-i18next'
import { useCodeText } from '../api/error-text.ts'
import type { ImportedLine } from './import-result.ts'

type Message = ImportedLine['messages'][number]

/** Says in the language of the page what the service says of a line or a cell. */
export function useMessageText(): (message: Message) => string {
  const { t } = useTranslation()
  const codeText = useCodeText()
  const fieldName = (column: string) =>
    t(`admin.import.fields.${column}` as 'admin.import.fields.room', { defaultValue: column })
  /** The details name columns, one or several, as the API does. */
  const named = (details: NonNullable<Message['details']>) =>
    Object.fromEntries(
      Object.entries(details).map(([name, value]) => [
        name,
        name === 'column' || name === 'columns' ? String(value).split(', ').map(fieldName).join(', ') : value,
      ]),
    )
  return ({ column, text, code, details }) => {
    const said = { code, ...(details && { details: named(details) }) }
    if (column === undefined) return codeText('admin.import.says', said) ?? text
    const problem = codeText('problems', said)
    return problem === undefined ? text : `${fieldName(column)}: ${problem}`
  }
}

export function useLineMessage(): (line: ImportedLine) => string {
  const say = useMessageText()
  return ({ messages }) => messages.map(say).join(' ')
}
