import { z } from 'zod'
import { sensitivities } from '../../detection/confidence.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { changesOf, clockTimeSchema } from '../../platform/http/schemas.ts'

export const sensitivitySchema = z.enum(sensitivities).meta({
  description:
    'How easily motion raises an alarm. On a busy wrist, `high` raises about ten false alarms a day, `normal` (the default) one a day and `low` one a week.',
  example: 'normal',
})

const settings = z.object({
  okWindowSeconds: z.int().min(0).max(300).meta({
    description:
      'How long the patient can say that they are fine before a fall that a device detected is told to anybody. 0 for no such window. It does not apply to confirmed falls.',
    example: 0,
  }),
  silentEnabled: z.boolean().meta({ description: 'Whether a silent device raises an alarm', example: true }),
  silentAfterMinutes: z.int().min(1).max(1440).nullable().meta({
    description:
      'After how many minutes without a reading a device is silent. Null for an automatic limit: 5 minutes, or three times the usual interval of the device if that is longer.',
    example: null,
  }),
  ignoreSilenceWhileCharging: z.boolean().meta({
    description:
      'Whether a device whose battery was rising when it became silent raises no alarm for the first 12 hours',
    example: true,
  }),
  heartRateLow: z.int().min(20).max(120).nullable().meta({
    description:
      'A heart rate below it for a minute raises an alarm. Null switches that off, here and in the following fields.',
    example: 40,
  }),
  heartRateHigh: z.int().min(60).max(250).nullable().meta({
    description: 'A heart rate above it for a minute raises an alarm; at least 20 above `heartRateLow`',
    example: 140,
  }),
  spo2Low: z.int().min(50).max(98).nullable().meta({
    description: 'An oxygen saturation below it for a minute raises an alarm, in percent',
    example: 88,
  }),
  batteryLow: z.int().min(1).max(80).nullable().meta({
    description: 'A battery of at most this level in two readings raises an alarm, in percent',
    example: 20,
  }),
  batteryUrgent: z.int().min(1).max(80).nullable().meta({
    description: 'At this level the alarm becomes urgent; not above `batteryLow`',
    example: 10,
  }),
})

const time = (description: string) => clockTimeSchema.meta({ description, example: '22:00' })

const watches = z.object({
  bedExitEnabled: z.boolean().meta({
    description: 'Whether it raises an incident if the patient leaves their bed and does not come back',
    example: true,
  }),
  bedExitAfterMinutes: z.int().min(0).max(240).meta({
    description: 'How long they may be out of bed; 0 tells people at once',
    example: 15,
  }),
  bedExitFrom: time('An exit counts from this time on, by the clock of the installation'),
  bedExitTo: time('Until when an exit counts; the whole day if it is equal to `bedExitFrom`'),
  wanderingEnabled: z.boolean().meta({
    description: 'Whether a door of the patient that is opened raises an incident at once',
    example: false,
  }),
  wanderingFrom: time('From when on'),
  wanderingTo: time('Until when'),
  inactivityEnabled: z.boolean().meta({
    description:
      'Whether hours without a sign of life raise an incident: without an event of a device of the patient, such as motion, a door or a button',
    example: false,
  }),
  inactivityAfterHours: z.int().min(1).max(23).meta({ example: 4 }),
  inactivityFrom: time('The hours count from this time on, every day'),
  inactivityTo: time('Until when an incident is raised'),
})

export const monitoringBody = withExample(changesOf(settings.extend(watches.shape)), {
  spo2Low: 88,
  silentAfterMinutes: 10,
})
export type MonitoringChange = z.infer<typeof monitoringBody>

export const monitoringResponse = responseSchema(
  'What is monitored of the patient',
  settings
    .extend({ ...watches.shape, sensitivity: sensitivitySchema })
    .meta({ id: 'PatientMonitoring', description: '`PUT /patients/:id/detection` changes the sensitivity' }),
)
