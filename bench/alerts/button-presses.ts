import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '../abuse/client.ts'
import { postRequest } from '../fleet.ts'
import type { SignedIn } from './people.ts'

/** When a patient pressed a button, and how long the answer took. */
export interface Press {
  pressedAtMs: number
  answeredMs: number
}

/** Lets each patient press a button of their own at its time, and answers when each was pressed, by patient. */
export async function pressButtons(
  port: number,
  patients: readonly SignedIn[],
  pressesAtMs: (i: number) => number,
): Promise<Map<string, Press>> {
  const presses = new Map<string, Press>()
  await Promise.all(
    patients.map(async ({ id, key }, i) => {
      const client: Client = createClient(port, '127.0.0.1')
      const event = { device_id: `button-${randomUUID()}`, event: 'sos', event_id: randomUUID() }
      await sleep(Math.max(0, pressesAtMs(i) - performance.now()))
      const pressedAtMs = performance.now()
      const { status, text } = await client.send(postRequest('/device/events', key, event))
      if (status !== 200) throw new Error(`An event returned ${status}: ${text}`)
      presses.set(id, { pressedAtMs, answeredMs: performance.now() - pressedAtMs })
      client.close()
    }),
  )
  return presses
}
