import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../platform/http/json-body.ts'

/** A camera publishes pictures beside the buttons. */
export const maxPayloadBytes = 64 * 1024
/** A state such as `ON`, or a number. */
const maxTextBytes = 1024

const brace = 0x7b

/** Returns the object of a JSON payload, or what a short text says; undefined for everything else. */
export function bodyOf(payload: Buffer): unknown {
  if (payload.length > maxPayloadBytes) return undefined
  if (payload.find((byte) => byte > 0x20) === brace) {
    try {
      return parseJson(payload)
    } catch {
      return undefined
    }
  }
  if (payload.length > maxTextBytes || !isUtf8(payload)) return undefined
  const text = payload.toString('utf8').trim()
  if (text.includes('\0')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? undefined : value
  } catch {
    return text
  }
}
