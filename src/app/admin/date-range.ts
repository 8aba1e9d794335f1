import { z } from 'zod'
import { fieldMessage } from '../../platform/lib/field-messages.ts'

const wording = fieldMessage('NOT_DATE_OR_TIMESTAMP')

/** A date without time means that time of the day, in UTC. Dates that PostgreSQL cannot store are refused. */
const moment = (timeOfDay: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], wording)
    .transform((text) => new Date(text.length === 10 ? `${text}T${timeOfDay}Z` : text))
    .refine((date) => /^(?!0000)\d{4}-/.test(date.toISOString()), wording)

/**
 * The parameters of lists over time; both ends are inclusive, and a date without time is the whole day.
 */
export const dateRange = {
  dateFrom: moment('00:00:00.000').optional().meta({ description: 'First date or time, inclusive' }),
  dateTo: moment('23:59:59.999').optional().meta({ description: 'Last date or time, inclusive' }),
}

export interface DateRange {
  dateFrom?: Date | undefined
  dateTo?: Date | undefined
}

export const inOrder = ({ dateFrom, dateTo }: DateRange) => !dateFrom || !dateTo || dateFrom <= dateTo
export const notInOrder = { path: ['dateFrom'], error: fieldMessage('AFTER', { field: 'dateTo' }) }
