import { mailsInvitations } from '../../accounts/auth/mail-invitation.ts'
import type { MailSender } from '../../accounts/auth/mail-link.ts'
import { type CareChange, lockTeams, settleCare } from '../../care/caregivers/reconcile-team-assignments.ts'
import { listTeamsWithPeople } from '../../care/teams/teams.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { importLock } from '../../platform/db/advisory-locks.ts'
import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { forEachInTurns, mapInTurns } from '../../platform/lib/in-turns.ts'
import { macPattern, normalizeMac } from '../../platform/lib/mac.ts'
import { applyPlan, type ImportSecrets, noSecrets } from './apply-import.ts'
import { planAssignment, planRelative, residentsIn, wordsOfCaregivers } from './import-assignments.ts'
import { type FileKind, fileKinds } from './import-columns.ts'
import { type DateQuestion, dateOrderOf, readDates } from './import-dates.ts'
import { planDevice } from './import-devices.ts'
import { decodeFile, type Encoding } from './import-encoding.ts'
import { groupErrors } from './import-errors.ts'
import {
  type ImportFile,
  type ImportRow,
  maxImportLines,
  readFile,
  TooManyColumns,
  type UnreadableFile,
} from './import-file.ts'
import { mailAll, stateOf } from './import-invitations.ts'
import { LineError } from './import-messages.ts'
import { checkMoves, type UnattendedPlace, unattendedIn } from './import-moves.ts'
import { proposeSignInName, splitFullName } from './import-names.ts'
import { planPerson } from './import-people.ts'
import { createPlan, type ImportPlan, type LineResult, type PlannedTeam } from './import-plan.ts'
import { resultCsv } from './import-result.ts'
import { planRoom } from './import-rooms.ts'
import { planTeam, planTeamOfPerson } from './import-teams.ts'
import type { ImportRequest } from './imports.schemas.ts'
import { type Mentioned, readKnown } from './imports.store.ts'

type LinePlanner = (plan: ImportPlan, row: ImportRow) => void

/** How a line of each kind of file is planned. Files are planned in the order of `fileKinds`. */
const planners: Record<FileKind, LinePlanner> = {
  people: planPerson,
  rooms: planRoom,
  assignments: planAssignment,
  devices: planDevice,
  teams: planTeam,
}

/** Imports all lines in one transaction, or none: with an error or for a dry run it only says what would happen. */
export async function importFiles(
  ctx: Context,
  caller: Caller,
  sender: MailSender,
  { files: given, dryRun, mail }: ImportRequest,
) {
  const { read, questions } = await readFiles(ctx, given)
  const files = read.filter((file): file is ReadFile & ImportFile => 'kind' in file)
  const unreadable = read.filter((file): file is ReadFile & UnreadableFile => 'problem' in file)
  try {
    const { results, applied, secrets, care, unattended } = await ctx.db.transaction((tx) =>
      runImport(ctx, tx, caller, { files, unreadable }, dryRun || questions.length > 0),
    )
    // What was imported is imported, and its keys are shown this once, even if this fails.
    await settleCare(ctx, care).catch((error) =>
      ctx.log.error({ err: error }, 'new caregivers may not have been alerted to falls during the import'),
    )
    const lines = inOrder(results, read)
    const willMail = mail && mailsInvitations(ctx, sender)
    const mailed = applied && willMail ? await mailAll(ctx, caller, sender, lines, secrets) : undefined
    const accessOf = (line: LineResult) => stateOf(line, { secrets, mailed, willMail })
    const shown = await mapInTurns(lines, rowsAtOnce, (line) => ({
      ...line,
      access: accessOf(line),
      ...secrets(line),
    }))
    return {
      ...{ applied, dryRun, questions },
      counts: countsOf(lines),
      errors: groupErrors(lines),
      unattended,
      files: read.map(summaryOf),
      lines: shown,
      resultCsv: await resultCsv(shown),
    }
  } catch (error) {
    if (isUniqueViolation(error)) throw refusal('IMPORT_ADDED_MEANWHILE')
    throw error
  }
}

type ReadFile = (ImportFile | UnreadableFile) & { encoding: Encoding | null }

async function readFiles(ctx: Context, given: ImportRequest['files']) {
  let linesLeft = maxImportLines
  const today = todayOf(ctx)
  const localeOrder = ctx.config.locale === undefined ? undefined : dateOrderOf(ctx.config.locale)
  const files: ReadFile[] = []
  const questions: (DateQuestion & { file: string })[] = []
  for (const [index, file] of given.entries()) {
    const { name } = file
    const decoded = decodeFile(file)
    const read =
      'problem' in decoded
        ? { name, line: 1, problem: decoded.problem }
        : await readFile(name, decoded.text, linesLeft, file).catch((error) => {
            if (!(error instanceof TooManyColumns)) throw error
            const field = `files.${index}`
            const problems = [{ field, ...error.problem }]
            throw refusal('INVALID_FIELDS', {}, { fields: { [field]: error.message }, problems })
          })
    if ('rows' in read) {
      linesLeft -= read.rows.length
      const asked = readDates(read.rows, file.dates ?? {}, { today, localeOrder })
      questions.push(...asked.map((question) => ({ file: name, ...question })))
    }
    files.push({ ...read, encoding: 'encoding' in decoded ? decoded.encoding : null })
  }
  return { read: files, questions }
}

const todayOf = (ctx: Context) => ctx.now().toISOString().slice(0, 10)

async function runImport(
  ctx: Context,
  tx: Db,
  caller: Caller,
  { files, unreadable }: { files: ImportFile[]; unreadable: UnreadableFile[] },
  dryRun: boolean,
): Promise<{
  results: LineResult[]
  applied: boolean
  secrets: ImportSecrets
  care: CareChange
  unattended: UnattendedPlace[]
}> {
  // Two imports of the same files at once would otherwise create everybody twice.
  await tx.query('select pg_advisory_xact_lock($1)', [importLock])
  await lockTeams(tx)
  const known = { ...(await readKnown(tx, mentionedIn(files))), teams: await readTeams(tx) }
  const plan = createPlan(known, todayOf(ctx))
  for (const { name, line, problem } of unreadable) plan.report({ file: name, line }, 'ERROR', problem)
  const failed = new Set<ImportRow>()
  for (const kind of fileKinds)
    for (const file of files.filter((one) => one.kind === kind))
      await forEachInTurns(file.rows, rowsAtOnce, (row) => {
        if (!planLine(plan, planners[kind], row)) failed.add(row)
      })
  // The caregivers of a person may stand in a later line than the person.
  for (const file of files.filter(({ kind }) => kind === 'people'))
    await forEachInTurns(file.rows, rowsAtOnce, (row) => {
      if (!failed.has(row)) planFurther(plan, row)
    })
  checkMoves(plan)
  const unattended = unattendedIn(plan)
  const hasErrors = plan.results.some(({ action }) => action === 'ERROR')
  if (dryRun || hasErrors) {
    const results = await mapInTurns(plan.results, rowsAtOnce, (line) => ({
      ...line,
      userId: plan.people.get(line.userId ?? '')?.isNew ? null : line.userId,
    }))
    return { results, applied: false, secrets: noSecrets, care: { assigned: [], ended: [] }, unattended }
  }
  const { CREATE, UPDATE } = countsOf(plan.results)
  const summary = `Imported ${files.length} files: ${CREATE} lines created, ${UPDATE} updated`
  const done = await applyPlan(ctx, tx, caller, plan, summary)
  return { results: plan.results, applied: true, unattended, ...done }
}

async function readTeams(tx: Db): Promise<PlannedTeam[]> {
  const teams = await listTeamsWithPeople(tx)
  return teams.map(({ memberIds, patientIds, ...team }) => ({
    ...team,
    isNew: false,
    memberIds: new Set(memberIds),
    patientIds: new Set(patientIds),
  }))
}

/** How many rows are planned before other requests, such as falls, are handled: one takes about 50 µs. */
const rowsAtOnce = 20

/** Plans what else a line about a person says. */
function planFurther(plan: ImportPlan, row: ImportRow): void {
  const { caregiverEmails, relativeOf, team, ward, macAddress, deviceName } = row.cells
  const isCaregiver = plan.personOf(row)?.role === 'CAREGIVER'
  if (caregiverEmails) planLine(plan, planAssignment, row)
  if (relativeOf) planLine(plan, planRelative, row)
  if (team || (isCaregiver && ward)) planLine(plan, planTeamOfPerson, row)
  // A line without an address and a name has no device.
  if (macAddress || deviceName) planLine(plan, planDevice, row)
}

/** False for a line with an error. */
function planLine(plan: ImportPlan, planner: LinePlanner, row: ImportRow): boolean {
  try {
    if (row.problem) throw new LineError(row.problem)
    planner(plan, row)
    return true
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    plan.report(row, 'ERROR', error.messages)
    return false
  }
}

/** Every name by which a line refers to somebody. */
const namesIn = (cells: ImportRow['cells']) => [
  cells,
  ...[...wordsOfCaregivers(cells.caregiverEmails), ...residentsIn(cells.relativeOf)].map(splitFullName),
]

/** The sign-in name that somebody without an address may get. */
const proposedNames = ({ email, signInName, firstName, lastName }: ImportRow['cells']) =>
  email || signInName || !firstName || !lastName
    ? []
    : [proposeSignInName({ firstName, lastName }, () => false)]

function mentionedIn(files: ImportFile[]): Mentioned {
  const rows = files.flatMap(({ rows: all }) => all.map(({ cells }) => cells))
  const all = (values: (string | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))]
  return {
    emails: all(
      rows
        .flatMap((cells) => [cells.email, cells.relativeOf, ...wordsOfCaregivers(cells.caregiverEmails)])
        .map((email) => email?.toLowerCase()),
    ),
    signInNames: all(
      rows
        .flatMap((cells) => [cells.signInName, ...wordsOfCaregivers(cells.caregiverEmails)])
        .map((name) => name?.toLowerCase()),
    ),
    references: all(rows.flatMap(({ reference, relativeOf }) => [reference, ...residentsIn(relativeOf)])),
    names: all(
      rows
        .flatMap(namesIn)
        .map(({ firstName = '', lastName = '' }) => `${firstName} ${lastName}`.toLowerCase()),
    ),
    proposedNames: all(rows.flatMap(proposedNames)),
    macAddresses: all(
      rows.map(({ macAddress }) =>
        macAddress && macPattern.test(macAddress) ? normalizeMac(macAddress) : undefined,
      ),
    ),
  }
}

/** Sorts results as the lines of the files are: what else a line says is planned after all people. */
function inOrder(results: readonly LineResult[], files: readonly { name: string }[]): LineResult[] {
  const orderOf = new Map(files.map(({ name }, index) => [name, index]))
  const fileOf = ({ file }: LineResult) => orderOf.get(file) ?? 0
  return results.toSorted((a, b) => fileOf(a) - fileOf(b) || a.line - b.line)
}

function summaryOf(file: ReadFile) {
  const { name, encoding } = file
  if ('problem' in file)
    return {
      name,
      encoding,
      kind: null,
      lines: 0,
      ignoredColumns: [],
      columns: file.columns ?? [],
      role: null,
    }
  const { kind, rows, ignoredColumns, columns, role } = file
  return { name, encoding, kind, lines: rows.length, ignoredColumns, columns, role }
}

function countsOf(lines: readonly LineResult[]) {
  const counts = { CREATE: 0, UPDATE: 0, SKIP: 0, ERROR: 0 }
  for (const { action } of lines) counts[action]++
  return counts
}
