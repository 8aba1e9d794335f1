import { z } from 'zod'

/** Why a message was not accepted, by its code, where the console has a text of its own; other errors are texts only. */
export const sendFailures = {
  RESPONSE: ({ status }: { status: number }) => `The response was ${status}`,
  REDIRECT: ({ status }: { status: number }) => `The response was ${status}: redirects are not followed`,
  NO_RESPONSE: () => 'The connection was closed without a response',
  NO_MAIL: () => 'SMTP_URL is not set',
}

export const removedByReceiver = 'The receiver removed it'

type SendFailureCode = keyof typeof sendFailures

export const sendFailureSchema = z
  .object({
    code: z.enum(Object.keys(sendFailures) as [SendFailureCode]),
    details: z.record(z.string(), z.number()).optional(),
  })
  .nullable()
  .meta({ description: 'The same as data; null of an error that has only a text' })

const statuses = Array.from({ length: 500 }, (_, index) => ({ status: index + 100 }))

/** A delivery keeps the text of its error, of which there are few: each is known beforehand with its data. */
const known = new Map<string, NonNullable<z.infer<typeof sendFailureSchema>>>([
  ...statuses.map((details) => [sendFailures.RESPONSE(details), { code: 'RESPONSE', details }] as const),
  ...statuses.map((details) => [sendFailures.REDIRECT(details), { code: 'REDIRECT', details }] as const),
  [sendFailures.NO_RESPONSE(), { code: 'NO_RESPONSE' }],
  [sendFailures.NO_MAIL(), { code: 'NO_MAIL' }],
])

/** Adds the data of its error to a delivery. */
export const withFailure = <Delivery extends { error: string | null }>(delivery: Delivery) => ({
  ...delivery,
  failure: known.get(delivery.error ?? '') ?? null,
})
