const listFormat = new Intl.ListFormat('en-GB')

interface ToldStep {
  /** From 0. */
  step: number
  people: number
  channels: readonly string[]
  webhooks: boolean
}

/**
 * entryTexts is what the service itself says in the timeline of an incident. Its words are an interface: the console knows
 * them, also those of old entries, and says them in other languages.
 */
export const entryTexts = {
  fallDetected: (level: string) => `A device detected a fall: ${level}`,
  fallReported: (level: string) => `A person reported a fall: ${level}`,
  fallAfterEnd: (level: string) => `The fall reached ${level} after the incident had ended`,
  buttonPressed: () => 'The button of a device was pressed',
  helpAsked: () => 'The patient asked for help',
  fine: () => 'The patient said that they are fine',
  fineInTime: () => 'The patient said that they are fine, before anybody was told',
  opened: () => 'Opened',
  unanswered: () => 'Opened without an answer to the check',
  notResolved: () => 'Opened again: acknowledged, and not resolved',
  handlerGone: () => 'Opened again: whoever was on it no longer looks after the patient',
  released: () => 'Begun anew: messages were held until now',
  onIt: () => 'On it',
  cannotGo: () => 'Cannot go',
  told({ step, people, channels, webhooks }: ToldStep) {
    const whom = [
      ...(people > 0
        ? [`${people === 1 ? '1 person' : `${people} people`} by ${listFormat.format(channels)}`]
        : []),
      ...(webhooks ? ['the webhooks'] : []),
    ]
    return `Step ${step + 1}: ${whom.length > 0 ? `telling ${listFormat.format(whom)}` : 'nobody can be told'}`
  },
  battery: (percent: number) => `Battery at ${percent} %`,
  charged: () => 'The battery was charged',
  heartRate: (range: number | string, since: string) => `Heart rate of ${range} since ${since}`,
  heartRateBack: () => 'The heart rate is back within its limits',
  oxygen: (range: number | string, since: string) => `Oxygen saturation of ${range} since ${since}`,
  oxygenBack: () => 'The oxygen saturation is back above its limit',
  silentSince: (at: Date) => `No reading since ${at.toISOString()}`,
  silentFor: (minutes: number) => `No reading for ${minutes} minutes`,
  unstable: (changes: number) => `Unstable connection: ${changes} changes within an hour`,
  stable: () => 'The connection has been stable for an hour',
  deviceBack: () => 'The device sends again',
  devicesBack: () => 'The devices send again',
  devicesSilent: (count: number) =>
    count === 1 ? 'Another device has become silent' : `${count} devices have become silent at once`,
  serviceDown: (from: string, until: string) => `The service was down from ${from} to ${until}`,
  alarmOff: () => 'The alarm was switched off',
  deviceDisabled: () => 'The device was disabled',
  deviceRemoved: () => 'The device was removed',
}

/** textWithoutVitals is an entry of the service without the figures of vital signs. */
export function textWithoutVitals(text: string): string {
  if (/^Heart rate of .+ since /.test(text)) return 'The heart rate is outside of its limits'
  return /^Oxygen saturation of .+ since /.test(text) ? 'The oxygen saturation is below its limit' : text
}
