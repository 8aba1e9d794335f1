import { placeNameSchema } from '../../accounts/residences/place.schemas.ts'
import type { ImportRow } from './import-file.ts'
import { lineError, say } from './import-messages.ts'
import type { ImportPlan } from './import-plan.ts'
import { checkIdentity, isPlacedBy } from './import-register.ts'

const parts = ['site', 'ward', 'room'] as const

/** Says where the patient of a line lives, who exists or is in another file. */
export function planRoom(plan: ImportPlan, row: ImportRow): void {
  const { cells } = row
  for (const part of parts)
    if (cells[part] && !placeNameSchema.safeParse(cells[part]).success)
      throw lineError('PLACE_INVALID', { column: part, maximum: 100 })
  const patient = plan.register.getPatient(cells)
  checkIdentity(patient, { email: cells.email?.toLowerCase(), reference: cells.reference })
  const changed = parts.filter((part) => cells[part] && cells[part] !== patient[part])
  const earlier = plan.roomLines.get(patient.id) ?? []
  for (const part of changed) {
    const line = [plan.lineOf(patient.id), ...earlier].find((other) => other?.cells[part])
    if (line) throw lineError('OTHER_PLACE', { line: line.line, file: line.file, column: part })
  }
  plan.roomLines.set(patient.id, [...earlier, row])
  const confirms = !patient.isConfirmed && isPlacedBy(cells, patient)
  if (changed.length === 0 && !confirms) {
    plan.report(row, 'SKIP', say('UNCHANGED'), patient.id)
    return
  }
  if (confirms) patient.isConfirmed = true
  for (const part of changed) patient[part] = cells[part] ?? null
  plan.people.set(patient.id, patient)
  const place = parts.map((part) => patient[part]).filter(Boolean)
  plan.report(row, 'UPDATE', say('LIVES_AT', { place: place.join(', ') }), patient.id)
}
