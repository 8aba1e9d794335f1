import { csvLine } from '../../platform/lib/csv.ts'
import type { ImportSecrets } from './apply-import.ts'
import type { LineResult } from './import-plan.ts'

const head = [
  ...['file', 'line', 'action', 'message', 'name', 'userId', 'email', 'invitationToken', 'invitationUrl'],
  ...['invitationExpiresAt', 'macAddress', 'deviceKey'],
]

/** resultCsv is the result of an import as a file, with what is shown once. */
export function resultCsv(lines: readonly LineResult[], secrets: ImportSecrets): string {
  const rows = lines.map((line) => {
    const { invitation, device } = secrets(line)
    return csvLine([
      ...[line.file, line.line, line.action, line.message, line.name, line.userId],
      ...[invitation?.email ?? null, invitation?.token ?? null, invitation?.url ?? null],
      ...[invitation?.expiresAt ?? null, device?.macAddress ?? null, device?.key ?? null],
    ])
  })
  return csvLine(head) + rows.join('')
}
