import { z } from 'zod'
import { fieldMessage } from '../../platform/lib/field-messages.ts'

const within = (least: number, value: number, most: number) => value >= least && value <= most

/** Systolic over diastolic, as it is written down everywhere. */
export const bloodPressureSchema = z
  .string()
  .trim()
  .regex(/^\d{2,3}\/\d{2,3}$/, fieldMessage('NOT_BLOOD_PRESSURE'))
  .refine((pressure) => {
    const [systolic = 0, diastolic = 0] = pressure.split('/').map(Number)
    return within(40, systolic, 300) && within(20, diastolic, 200) && systolic > diastolic
  }, fieldMessage('BLOOD_PRESSURE_OUT_OF_RANGE'))
  .meta({ example: '120/80' })
