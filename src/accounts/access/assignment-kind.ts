/** What somebody who is assigned is to a patient: staff, or a relative, which includes neighbours and friends. */
export const assignmentKinds = ['STAFF', 'RELATIVE'] as const
export type AssignmentKind = (typeof assignmentKinds)[number]
