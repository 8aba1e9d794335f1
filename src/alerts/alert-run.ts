/**
 * runKey is the SQL that groups the open alerts of a caregiver into runs: by patient, and unanswered falls apart from
 * those that another caregiver has answered.
 */
export const runKey = 'alerts.patient_id, falls.responded_at is not null'
