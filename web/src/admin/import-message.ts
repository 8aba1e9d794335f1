import { useCodeText } from '../api/error-text.ts'
import type { ImportedLine } from './import-result.ts'

/** useLineMessage says in the language of the page what the service says of a line. */
export function useLineMessage(): (line: ImportedLine) => string {
  const codeText = useCodeText()

  function say({ column, text, ...said }: ImportedLine['messages'][number]): string {
    if (column === undefined) return codeText('admin.import.says', said) ?? text
    const problem = codeText('problems', said)
    return problem === undefined ? text : `${column}: ${problem}`
  }

  return ({ messages }) => messages.map(say).join(' ')
}
