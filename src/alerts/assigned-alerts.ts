/** assignedAlerts is each alert for as long as its caregiver looks after the patient. */
export const assignedAlerts = 'alerts join assignments using (caregiver_id, patient_id)'
