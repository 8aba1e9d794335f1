import { recordAuditEntry } from '../audit/audit.service.ts'
import { lockTeams } from '../caregivers/reconcile-team-assignments.ts'
import type { Caller, Context } from '../context.ts'
import { importLock } from '../db/advisory-locks.ts'
import type { Db } from '../db/database.ts'
import { isUniqueViolation } from '../db/database-errors.ts'
import { conflict, invalidFields } from '../lib/errors.ts'
import { macPattern, normalizeMac } from '../lib/mac.ts'
import { listTeamsWithPeople } from '../teams/teams.service.ts'
import { applyPlan, type ImportSecrets, noSecrets } from './apply-import.ts'
import { emailsOf, planAssignment } from './import-assignments.ts'
import { type FileKind, fileKinds } from './import-columns.ts'
import { planDevice } from './import-devices.ts'
import {
  countLines,
  decodeFile,
  type ImportFile,
  type ImportRow,
  readFile,
  type UnreadableFile,
} from './import-file.ts'
import { planPerson } from './import-people.ts'
import { createPlan, type ImportPlan, type LineResult, type PlannedTeam } from './import-plan.ts'
import { LineError } from './import-register.ts'
import { resultCsv } from './import-result.ts'
import { planTeam } from './import-teams.ts'
import { type ImportRequest, maxImportLines } from './imports.schemas.ts'
import { type Mentioned, readKnown } from './imports.store.ts'

type LinePlanner = (plan: ImportPlan, row: ImportRow) => void

/** How a line of each kind of file is planned. Files are planned in the order of `fileKinds`. */
const planners: Record<FileKind, LinePlanner> = {
  people: planPerson,
  assignments: planAssignment,
  devices: planDevice,
  teams: planTeam,
}

/** importFiles imports all lines in one transaction, or none: with an error or for a dry run it only says what would happen. */
export async function importFiles(ctx: Context, caller: Caller, { files: given, dryRun }: ImportRequest) {
  const read = readFiles(given)
  const files = read.filter((file): file is ImportFile => 'kind' in file)
  const unreadable = read.filter((file): file is UnreadableFile => 'problem' in file)
  try {
    const { lines, applied, secrets } = await ctx.db.transaction((tx) =>
      runImport(ctx, tx, caller, files, unreadable, dryRun),
    )
    return {
      applied,
      dryRun,
      counts: countsOf(lines),
      files: read.map(summaryOf),
      lines: lines.map((line) => ({ ...line, ...secrets(line) })),
      resultCsv: resultCsv(lines, secrets),
    }
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('Somebody has added one of these people or devices meanwhile; try again')
    throw error
  }
}

function readFiles(given: ImportRequest['files']): (ImportFile | UnreadableFile)[] {
  const decoded = given.map((file) => ({ name: file.name, ...decodeFile(file) }))
  const total = decoded.reduce((sum, file) => sum + ('text' in file ? countLines(file.text) : 0), 0)
  // Each file has a header, and lines may be empty.
  if (total > maxImportLines * 2) throw tooManyLines(total)
  const read = decoded.map((file) =>
    'text' in file ? readFile(file.name, file.text) : { name: file.name, line: 1, problem: file.problem },
  )
  const lines = read.reduce((sum, file) => sum + ('rows' in file ? file.rows.length : 0), 0)
  if (lines > maxImportLines) throw tooManyLines(lines)
  return read
}

const tooManyLines = (count: number) =>
  invalidFields({ files: `have ${count} lines; at most ${maxImportLines} are imported at once` })

async function runImport(
  ctx: Context,
  tx: Db,
  caller: Caller,
  files: ImportFile[],
  unreadable: UnreadableFile[],
  dryRun: boolean,
): Promise<{ lines: LineResult[]; applied: boolean; secrets: ImportSecrets }> {
  // Two imports of the same files at once would otherwise create everybody twice.
  await tx.query('select pg_advisory_xact_lock($1)', [importLock])
  await lockTeams(tx)
  const known = { ...(await readKnown(tx, mentionedIn(files))), teams: await readTeams(tx) }
  const plan = createPlan(known, ctx.now().toISOString().slice(0, 10))
  for (const { name, line, problem } of unreadable) plan.report({ file: name, line }, 'ERROR', problem)
  for (const kind of fileKinds)
    for (const file of files.filter((one) => one.kind === kind))
      for (const row of file.rows) planLine(plan, planners[kind], row)
  // The caregivers of a person may stand in a later line than the person.
  for (const { kind, rows } of files)
    for (const row of rows)
      if (kind === 'people' && row.cells.caregiverEmails) planLine(plan, planAssignment, row)
  const hasErrors = plan.results.some(({ action }) => action === 'ERROR')
  if (dryRun || hasErrors) {
    const lines = plan.results.map((line) => ({
      ...line,
      userId: plan.people.get(line.userId ?? '')?.isNew ? null : line.userId,
    }))
    return { lines, applied: false, secrets: noSecrets }
  }
  const secrets = await applyPlan(ctx, tx, caller, plan)
  const { CREATE, UPDATE } = countsOf(plan.results)
  await recordAuditEntry(ctx, tx, caller, {
    action: 'import.applied',
    message: `Imported ${files.length} files: ${CREATE} lines created, ${UPDATE} updated`,
  })
  return { lines: plan.results, applied: true, secrets }
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

function planLine(plan: ImportPlan, planner: LinePlanner, row: ImportRow): void {
  try {
    planner(plan, row)
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    plan.report(row, 'ERROR', error.message)
  }
}

function mentionedIn(files: ImportFile[]): Mentioned {
  const rows = files.flatMap(({ rows: all }) => all.map(({ cells }) => cells))
  const all = (values: (string | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))]
  return {
    emails: all(
      rows
        .flatMap((cells) => [cells.email, ...emailsOf(cells.caregiverEmails)])
        .map((email) => email?.toLowerCase()),
    ),
    references: all(rows.map(({ reference }) => reference)),
    names: all(rows.map(({ firstName = '', lastName = '' }) => `${firstName} ${lastName}`.toLowerCase())),
    macAddresses: all(
      rows.map(({ macAddress }) =>
        macAddress && macPattern.test(macAddress) ? normalizeMac(macAddress) : undefined,
      ),
    ),
  }
}

function summaryOf(file: ImportFile | UnreadableFile) {
  if ('problem' in file) return { name: file.name, kind: null, lines: 0, ignoredColumns: [] }
  return { name: file.name, kind: file.kind, lines: file.rows.length, ignoredColumns: file.ignoredColumns }
}

function countsOf(lines: readonly LineResult[]) {
  const counts = { CREATE: 0, UPDATE: 0, SKIP: 0, ERROR: 0 }
  for (const { action } of lines) counts[action]++
  return counts
}
