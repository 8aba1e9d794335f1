import { z } from 'zod'

/** Why a message was not accepted, by its code. What others wrote, such as the answer of a mail server, is a text only. */
export const sendFailures = {
  RESPONSE: ({ status }: { status: number }) => `The response was ${status}`,
  REDIRECT: ({ status }: { status: number }) => `The response was ${status}: redirects are not followed`,
  NO_RESPONSE: () => 'The connection was closed without a response',
  TIMEOUT: ({ milliseconds }: { milliseconds: number }) => `No response within ${milliseconds} ms`,
  NO_MAIL: () => 'SMTP_URL is not set',
  MAIL_TIMEOUT: ({ milliseconds }: { milliseconds: number }) =>
    `The mail was not accepted within ${milliseconds} ms`,
  TOO_MANY_MAILS: () => 'Too many mails are waiting',
  TOO_MANY_WAITING: () => 'Too many messages are waiting for this contact',
  UNKNOWN_CHANNEL: () => 'This version does not know the channel',
  HELD: () => 'Messages are held',
  STOPPING: () => 'The service is stopping',
}

export const removedByReceiver = 'The receiver removed it'

type SendFailureCode = keyof typeof sendFailures

/** A code with the details that its text needs. */
export type FailureReason = {
  [Code in SendFailureCode]: (typeof sendFailures)[Code] extends () => string
    ? { code: Code }
    : { code: Code; details: Parameters<(typeof sendFailures)[Code]>[0] }
}[SendFailureCode]

export const sendFailureSchema = z
  .object({
    code: z.enum(Object.keys(sendFailures) as [SendFailureCode]),
    details: z.record(z.string(), z.number()).optional(),
  })
  .nullable()
  .meta({ description: 'The same as data; null of an error that has only a text' })

/** Says a reason in English. */
export function reasonText(reason: FailureReason): string {
  const text = sendFailures[reason.code] as (details: object) => string
  return text('details' in reason ? reason.details : {})
}

/** What a delivery keeps of a failed attempt: the reason, or the text of one that has no code. */
export interface StoredFailure {
  error: string | null
  failure: FailureReason | null
}

const maxErrorLength = 500

export const storedFailure = (failed: { error: string; reason: FailureReason | null }): StoredFailure =>
  failed.reason
    ? { error: null, failure: failed.reason }
    : { error: failed.error.slice(0, maxErrorLength), failure: null }

export const noFailure: StoredFailure = { error: null, failure: null }

/**
 * Shows why the last attempt of a delivery failed, as a text and as data. A text is newer than the data beside it: a
 * process of the former version has written it. A code of a newer version has no text here.
 */
export function withFailure<Delivery extends StoredFailure>(delivery: Delivery) {
  const { error, failure } = delivery
  if (error !== null || failure === null) return { ...delivery, error, failure: null }
  if (!(failure.code in sendFailures)) return { ...delivery, error: String(failure.code), failure: null }
  return { ...delivery, error: reasonText(failure), failure }
}
