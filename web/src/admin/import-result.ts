import type { Import } from './import-state.ts'
import type { PrintedDevice, PrintedLink } from './print-sheet.tsx'

export type ImportedLine = Import['lines'][number]

/** The link of an invitation, at this address if the service does not know its own. */
export const linkOf = ({ url, token }: NonNullable<ImportedLine['invitation']>) =>
  url ?? `${location.origin}/invitation#${token}`

/** True for a result that cannot be had again. */
export const hasSecrets = ({ lines }: Import) => lines.some(({ invitation, device }) => invitation || device)

/** Whether somebody of the files is in a team: a rota says when they work. */
export const hasTeams = ({ lines }: Import) =>
  lines.some(({ messages }) => messages.some(({ code }) => code === 'TEAM_JOINED' || code === 'TEAM_CREATED'))

/** What is printed of a result: a card for everybody who is invited, a label for each device. */
export function sheetOf({ lines }: Import): { links: PrintedLink[]; devices: PrintedDevice[] } {
  return {
    links: lines.flatMap(({ name, invitation }) =>
      invitation
        ? {
            name: name ?? '',
            signsInAs: invitation.signInName ?? invitation.email,
            url: linkOf(invitation),
            expiresAt: invitation.expiresAt,
          }
        : [],
    ),
    devices: lines.flatMap(({ userId, device }) =>
      device && userId ? { ...device, patientId: userId } : [],
    ),
  }
}

const byteOrderMark = '\uFEFF'

/** The result for a spreadsheet, which takes a text for UTF-8 only with the mark, with every link. */
export function resultFile({ resultCsv, lines }: Import): string {
  let text = resultCsv
  for (const { invitation } of lines)
    if (invitation && invitation.url === null)
      text = text.replace(`${invitation.token},,`, () => `${invitation.token},${linkOf(invitation)},`)
  return byteOrderMark + text
}
