import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Holds the slots of requests until their work is done: a client that disconnects does not end work that
 * has started. A route that holds a slot has `start` among its preHandlers and `end` among its onSend hooks.
 */
export function createInFlightRequests() {
  const inFlight = new WeakMap<FastifyRequest, { release: () => void; hasStarted: boolean }>()

  return {
    hold(request: FastifyRequest, { raw }: FastifyReply, release: () => void): void {
      const slot = { release, hasStarted: false }
      inFlight.set(request, slot)
      // The client has disconnected.
      if (raw.destroyed) release()
      raw.once('finish', release)
      raw.once('close', () => slot.hasStarted || release())
    },
    start(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
      const slot = inFlight.get(request)
      if (slot) slot.hasStarted = true
      done()
    },
    end(request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: OnSendDone): void {
      inFlight.get(request)?.release()
      done(null, payload)
    },
  }
}

type OnSendDone = (error: Error | null, payload: unknown) => void
