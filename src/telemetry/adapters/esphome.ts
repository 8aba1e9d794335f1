import type { Adapter } from './adapter.ts'
import { isPress } from './button-presses.ts'
import { clueOf, namedId } from './entity-names.ts'
import { at, flagOf, textOf } from './fields.ts'

/** `<node>/binary_sensor/<input>/state` with ON or OFF, and `<node>/event/<input>/state` with the type of the event. */
const stateTopic = /^(.+)\/(binary_sensor|event)\/([^/]+)\/state$/

/** ESPHome: each input is a device, because a board with four of them may serve four beds. */
export const esphome: Adapter = {
  name: 'esphome',
  ways: ['topic'],
  decode({ topic, body }) {
    const [, node, component, input] = stateTopic.exec(topic ?? '') ?? []
    if (!node || !input) return []
    const externalId = namedId('esphome', `${node}/${component}/${input}`)
    if (component === 'event') {
      const type = textOf(at(body, 'event_type')) ?? textOf(body)
      if (!type) return []
      return [isPress(type) ? { externalId, event: 'sos', detail: type } : { externalId, event: 'alive' }]
    }
    const isOn = flagOf(body)
    return isOn === undefined ? [] : [{ externalId, sensor: clueOf(input)?.sensor ?? 'switch', isOn }]
  },
}
