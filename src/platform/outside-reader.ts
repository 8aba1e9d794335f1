/** Somebody without an account who has opened a link to the record of a patient. */
export interface OutsideReader {
  shareId: string
  patientId: string
}

/** The prefix that distinguishes the token of an outside reader from that of a session. */
export const shareTokenPrefix = 'fws_'
