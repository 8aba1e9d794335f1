import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Count } from '../redis/request-counter.ts'
import { releaseSlot } from './admission-control.ts'

/** A client that has sent more than twice its limit ignores the responses. */
export const isFlood = ({ consumed, limit }: Count) => consumed > 2 * limit

const floodDelayMs = 1000

/**
 * Delays the refusal of a flooding client: a client that waits for its responses then sends only one request
 * per second and connection. A refusal costs half as much as a reading.
 */
export async function delayResponse(reply: FastifyReply): Promise<void> {
  releaseSlot(reply.raw)
  await sleep(floodDelayMs)
}
