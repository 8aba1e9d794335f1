import type { Import } from './import-state.ts'

export type ImportedLine = Import['lines'][number]

/** linkOf is the link of an invitation, at this address if the service does not know its own. */
export const linkOf = ({ url, token }: NonNullable<ImportedLine['invitation']>) =>
  url ?? `${location.origin}/invitation#${token}`

/** hasSecrets is true of a result that cannot be had again. */
export const hasSecrets = ({ lines }: Import) => lines.some(({ invitation, device }) => invitation || device)

const byteOrderMark = '\uFEFF'

/** resultFile is the result for a spreadsheet, which takes a text for UTF-8 only with the mark, with every link. */
export function resultFile({ resultCsv, lines }: Import): string {
  let text = resultCsv
  for (const { invitation } of lines)
    if (invitation && invitation.url === null)
      text = text.replace(`${invitation.token},,`, () => `${invitation.token},${linkOf(invitation)},`)
  return byteOrderMark + text
}
