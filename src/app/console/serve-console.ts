import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../../platform/http/envelope.ts'
import { countRequest, type Limits } from '../../platform/http/rate-limits.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { type ConsoleFile, type ConsoleFiles, isFileName } from './console-files.ts'
import { consoleHeaders } from './console-headers.ts'
import { chooseRepresentation, matchesEtag } from './content-negotiation.ts'

/** Paths below these belong to the service: an unknown one is 404. */
const reserved = /^\/(acknowledge|api|assets|docs|metrics)(\/|$)/i

/** A route of the app has no empty part, none that begins with a dot, as hidden files do, and no control characters. */
const appRoute = /^(\/(?!\.)[^/\\\p{Cc}]+)+\/?$/u

const missing = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fallwatch</title>
<p>The service is running, but its console has not been built: <code>npm run build</code> builds it.
The API can be explored at <a href="/docs">/docs</a>.</p>
</html>
`

/** Answers requests that no route does: with its files, and with its page for the routes of the app. */
export interface Console {
  answers(request: FastifyRequest): boolean
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

export function createConsole(files: () => ConsoleFiles): Console {
  function find(path: string): ConsoleFile | undefined {
    return files().get(path) ?? (path === '/' || isAppRoute(path) ? files().get('/index.html') : undefined)
  }

  return {
    answers: ({ method, url }) => {
      if (method !== 'GET' && method !== 'HEAD') return false
      const path = pathOf(url)
      return path === '/' || find(path) !== undefined
    },
    send(request, reply) {
      const file = find(pathOf(request.url))
      // Not as an error, which would have to be in the envelope of the API: this is for somebody with a browser.
      if (!file) return reply.code(200).type('text/html; charset=utf-8').send(missing)
      return sendFile(file, request, reply)
    },
  }
}

const pathOf = (url: string) => url.replace(/\?.*/s, '')

/** True for every path that is neither the service's nor the name of a file: the app says what it does not know. */
function isAppRoute(path: string): boolean {
  const decoded = decode(path)
  return appRoute.test(decoded) && !reserved.test(decoded) && !isFileName(decoded)
}

/** Empty for what is not UTF-8; the router of the service has not looked behind a #. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

function sendFile(file: ConsoleFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body, etag, encoding } = chooseRepresentation(file, request.headers['accept-encoding'])
  reply.headers({ ...consoleHeaders, 'cache-control': file.cacheControl, etag })
  if (file.compressed.length > 0) {
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
  }
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  reply.code(200).type(file.type).header('content-length', body.length)
  return request.method === 'HEAD' ? reply.send() : reply.send(body)
}

/**
 * Answers requests for unknown paths: the console's with its files, all others with 404. Twelve caregivers
 * behind one address load the console without using up the requests that they have for the API.
 */
export function serveConsole(app: FastifyInstance, limits: Limits, console: Console): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (!console.answers(request)) return reply.code(404).send(failure(refusal('NOT_FOUND')))
    await countRequest(limits, 'console', request, reply)
    return console.send(request, reply)
  })
}
