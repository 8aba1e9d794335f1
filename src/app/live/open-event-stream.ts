import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { markProven } from '../../platform/http/connections.ts'
import type { EventStreams } from './event-streams.ts'

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  connection: 'close',
  // Proxies must pass on at once what is written.
  'x-accel-buffering': 'no',
}

/** Makes the response to a request a live stream of what its caller may see. */
export async function openEventStream(
  ctx: Context,
  streams: EventStreams,
  request: FastifyRequest,
  reply: FastifyReply,
  lastEventId: string | undefined,
): Promise<void> {
  const caller = callerOf(request)
  const start = await streams.findStart(caller, lastEventId)
  if (caller.actor.role !== 'PATIENT') await auditRead(ctx, request)
  reply.hijack()
  reply.raw.writeHead(200, { ...reply.getHeaders(), ...streamHeaders } as Record<string, string>)
  markProven(request.raw)
  streams.open(caller, reply.raw, start)
}
