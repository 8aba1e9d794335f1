import type { Adapter, Decoded } from './adapter.ts'
import { isPress } from './button-presses.ts'
import { clueOf, namedId } from './entity-names.ts'
import { at, flagOf, objectOf, textOf } from './fields.ts'

const kinds = ['stat', 'tele']

/** The topic of the device and the last level: `tele/hall/SENSOR`, or `hall/tele/SENSOR` with another FullTopic. */
function partsOf(topic: string): { device: string; last: string } | undefined {
  const levels = topic.split('/')
  const kind = levels.findIndex((level) => kinds.includes(level))
  const last = levels.pop()
  if (kind === -1 || last === undefined) return undefined
  levels.splice(kind, 1)
  return { device: levels.join('/'), last }
}

/**
 * Tasmota: a message for each press (`{"Button1":{"Action":"SINGLE"}}`), or the state of its switches. Each input is a
 * device, because a board with four of them may serve four beds. Its `Time` has no zone.
 */
export const tasmota: Adapter = {
  name: 'tasmota',
  ways: ['topic'],
  decode({ topic, body }) {
    const parts = topic === null ? undefined : partsOf(topic)
    const fields = objectOf(body)
    if (!parts || !fields || !(parts.last === 'SENSOR' || parts.last === 'RESULT')) return []
    const decoded: Decoded[] = []
    for (const [input, value] of Object.entries(fields)) {
      if (!/^(Button|Switch)\d{1,2}$/.test(input)) continue
      const externalId = namedId('tasmota', `${parts.device}/${input}`)
      const action = textOf(at(value, 'Action')) ?? textOf(value)
      const isOn = flagOf(action)
      if (!action) continue
      // A switch that says ON or OFF shows a state; a button, or a switch in a mode for buttons, says what was done.
      if (input.startsWith('Switch') && isOn !== undefined)
        decoded.push({ externalId, sensor: clueOf(parts.device)?.sensor ?? 'switch', isOn, detail: input })
      else if (isPress(action)) decoded.push({ externalId, event: 'sos', detail: `${input} ${action}` })
      else decoded.push({ externalId, event: 'alive' })
    }
    return decoded
  },
}
