import type { FastifyInstance } from 'fastify'
import { limitPages } from '../../platform/http/guards.ts'
import type { Limits } from '../../platform/http/rate-limits.ts'
import { incidentKinds } from '../model/incident.ts'
import { incidentTexts } from '../model/incident-texts.ts'

/**
 * The page that the link in a message opens. Opening it changes nothing, because mail scanners follow links; the button
 * acknowledges. The token is after the # of the address, which browsers do not send.
 */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Fallwatch</title>
<style>
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { width: min(24rem, calc(100vw - 3rem)); text-align: center }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem }
  button { width: 100%; min-height: 4rem; margin-top: 1.5rem; border: 0; border-radius: .75rem; font: inherit;
    font-size: 1.25rem; font-weight: 600; color: #fff; background: #1f4e79; cursor: pointer }
  button:disabled { background: #6b7c8c; cursor: default }
  button:focus-visible { outline: 3px solid currentColor; outline-offset: 3px }
  a { color: inherit; display: inline-block; margin-top: 1.5rem; padding: .75rem }
  .failed { color: #b3261e }
  @media (prefers-color-scheme: dark) { .failed { color: #ffb4ab } button { background: #3b7ab8 } }
</style>
</head>
<body>
<main>
  <h1 id="what">Somebody needs an answer</h1>
  <p id="whom"></p>
  <p id="text" role="status">Once you say that you are on it, nobody else is told any more.</p>
  <button id="acknowledge" type="button">I'm on it</button>
  <a href="/">Open Fallwatch</a>
  <noscript><p class="failed">This page needs JavaScript. Please sign in and acknowledge there.</p></noscript>
</main>
<script src="/acknowledge.js"></script>
</body>
</html>
`

const titles = Object.fromEntries(incidentKinds.map((kind) => [kind, incidentTexts[kind].title]))

const script = `const button = document.getElementById('acknowledge')
const text = document.getElementById('text')
const token = location.hash.slice(1)

const titles = ${JSON.stringify(titles, null, 2)}

function post(path) {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
}

// What the message may say, too. Without an answer the page remains as it is, and the button works.
async function describe() {
  const response = await post('/api/incidents/acknowledge/preview')
  const answer = await response.json()
  if (button.hidden || button.disabled) return
  if (response.ok) return explain(answer.data)
  if (response.status >= 500 || response.status === 429) return
  button.hidden = true
  show(answer.error + '.', true)
}

function explain({ kind, state, patientName, place, openedAt, handledBy, effect }) {
  document.getElementById('what').textContent = titles[kind] || 'Somebody needs an answer'
  document.getElementById('whom').textContent = patientName
    ? [patientName, place].filter(Boolean).join(', ') + ', since ' + timeOf(new Date(openedAt))
    : 'Sign in to see who it is.'
  const who = handledBy || 'Somebody'
  const isHandled = state === 'ACKNOWLEDGED'
  button.hidden = effect === null
  if (effect === null) show(isHandled ? who + ' is on it already.' : 'This has ended. Nothing is left to do.', false)
  if (effect === 'ATTENDING') {
    button.textContent = "I'm going"
    show(
      isHandled
        ? who + ' is on it already, and is told if you are going as well.'
        : 'Everybody is told that you are going. Staff are alerted all the same, until one of them is on it.',
      false,
    )
  }
  if (effect === 'JOINING') {
    button.textContent = "I'm coming as well"
    show(who + ' is on it and asks for a second person. They are told that you are coming.', false)
  }
}

function timeOf(date) {
  const isToday = date.toDateString() === new Date().toDateString()
  return date.toLocaleString(undefined, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' })
}

function show(message, failed) {
  text.textContent = message
  text.className = failed ? 'failed' : ''
}

if (!token) {
  button.hidden = true
  show('This link is incomplete. Please open the message again.', true)
} else describe().catch(() => {})

function thanks({ state, effect }) {
  if (effect === 'HANDLING') return 'You are on it, and nobody else is told any more.'
  if (state === 'ACKNOWLEDGED') return 'Whoever is on it is told that you are coming.'
  return 'Everybody is told that you are going. Staff are alerted until one of them is on it.'
}

button.addEventListener('click', async () => {
  button.disabled = true
  try {
    const response = await post('/api/incidents/acknowledge')
    const answer = await response.json()
    if (response.ok) {
      button.hidden = true
      show('Thank you. ' + thanks(answer.data), false)
      return
    }
    const { handledBy, resolvedBy } = answer.details ?? {}
    if (handledBy) show(handledBy + ' is on it already.', false)
    else if (resolvedBy) show('This was ended by ' + resolvedBy + '.', false)
    else show(answer.error + '.', true)
    button.hidden = response.status < 500
  } catch {
    show('The service cannot be reached. Please try again.', true)
  }
  button.disabled = false
})
`

const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the page behind the links in messages. */
export async function serveAcknowledgePage(app: FastifyInstance, limits: Limits): Promise<void> {
  await app.register(async (scope) => {
    limitPages(scope, limits)
    const options = { config: { access: 'public' as const }, schema: { hide: true } }
    scope.get('/acknowledge', options, (_request, reply) =>
      reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
    )
    scope.get('/acknowledge.js', options, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    )
  })
}
