import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { secondsPerMinute } from '../lib/duration.ts'

/** Lets the web pages of these origins call the API, with cookies. */
export async function allowOrigins(app: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: origins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'Last-Event-ID',
      'X-Requested-With',
      'X-Request-Id',
    ],
    exposedHeaders: [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'X-Request-Id',
      'X-Vocabulary',
    ],
    maxAge: 10 * secondsPerMinute,
  })
}
