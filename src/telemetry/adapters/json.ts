import type { Adapter, Decoded } from './adapter.ts'
import { namedId } from './entity-names.ts'
import { textOf } from './fields.ts'
import { valueAt } from './json-rule.ts'
import { belowFilter } from './topic-filter.ts'

const commonIds = [
  ...['device_id', 'deviceId', 'device', 'dev_eui', 'devEui', 'mac', 'address', 'imei', 'serial', 'id'],
]

const idText = /^[0-9A-Za-z:._-]{1,64}$/

/** Any JSON message, by a rule of the admin. What the rule does not match shows that the device is alive. */
export const json: Adapter = {
  name: 'json',
  ways: ['topic', 'webhook'],
  decode({ topic, filter, body, rule }): Decoded[] {
    if (!rule) return []
    const externalId = rule.device
      ? idIn(valueAt(body, rule.device))
      : topic !== null && filter !== null
        ? idOfTopic(filter, topic)
        : commonIds.map((name) => idIn(valueAt(body, name))).find(Boolean)
    if (!externalId) return []
    return [{ externalId, event: valueAt(body, rule.path) === rule.equals ? rule.event : 'alive' }]
  },
}

/** The id as it was sent where it can be one, and otherwise one that is made of it. */
function idIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : textOf(value)
  if (text === undefined) return undefined
  return idText.test(text) ? text : namedId('json', text)
}

const idOfTopic = (filter: string, topic: string) =>
  /[+#]/.test(filter) ? idIn(belowFilter(filter, topic)) : namedId('json', topic)
