import { csvLine } from '../../platform/lib/csv.ts'
import { mapInTurns } from '../../platform/lib/in-turns.ts'
import type { LineSecrets } from './apply-import.ts'
import type { AccessState } from './import-invitations.ts'
import type { LineResult } from './import-plan.ts'

const head = [
  ...['file', 'line', 'action', 'message', 'name', 'userId', 'email', 'signInName', 'access'],
  ...[
    'invitationToken',
    'invitationUrl',
    'invitationExpiresAt',
    'macAddress',
    'deviceKey',
    'site',
    'ward',
    'room',
  ],
]

/** The result of an import as a file, with what is shown once. */
export async function resultCsv(
  lines: readonly (Omit<LineResult, 'access'> & LineSecrets & { access: AccessState | null })[],
): Promise<string> {
  const rows = await mapInTurns(lines, linesAtOnce, ({ invitation, device, ...line }) => {
    const place = device?.place
    return csvLine([
      ...[line.file, line.line, line.action, line.message, line.name, line.userId],
      ...[invitation?.email ?? null, invitation?.signInName ?? null, line.access],
      ...[invitation?.token ?? null, invitation?.url ?? null, invitation?.expiresAt ?? null],
      ...[device?.macAddress ?? null, device?.key ?? null],
      ...[place?.site ?? null, place?.ward ?? null, place?.room ?? null],
    ])
  })
  return csvLine(head) + rows.join('')
}

/** The lines that are written before other requests are handled: a fraction of a millisecond. */
const linesAtOnce = 100

/**
 * The body of the response. An import has up to 15,000 lines, and to serialize them at once would hold up falls and
 * readings for as long.
 */
export async function resultJson({ lines, ...result }: { lines: readonly object[] }): Promise<string> {
  const written = await mapInTurns(lines, linesAtOnce, (line) => JSON.stringify(line))
  return `{"success":true,"data":{"lines":[${written.join(',')}],${JSON.stringify(result).slice(1)}}`
}
