// A webhook receiver to copy from: it sends incidents that nobody has answered to a phone, by SMS or as a call, through the
// HTTP API of a provider. docs/notifications.md describes the variables.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', FALLWATCH_EMAIL, FALLWATCH_PASSWORD, PROVIDER_KEY, PROVIDER_TO } = process.env
const { FALLWATCH_API = 'http://localhost:3000/api', PROVIDER_URL = '' } = process.env
/** Whoever is on another machine needs to reach it only if the service runs there. */
const { RECEIVER_HOST = '127.0.0.1', RECEIVER_PORT = '8080' } = process.env
/** A name together with a fall is health data, which the provider would see and store. */
const { SEND_NAME = 'no' } = process.env

interface Incident {
  kind: string
  state: string
  severity: string
  patientName: string | null
}

const webhook = new Webhook(WEBHOOK_SECRET)
/** The deliveries that the provider has accepted: a repeated one sends nothing again. */
const accepted = new Set<string>()
let session = ''

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const request = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(2000) }
  const response = await fetch(url, {
    ...request,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  return response
}

/** readIncident reads what the event does not contain. A session lasts for a day: it signs in again when it has ended. */
async function readIncident(id: string, isRetry = false): Promise<Incident> {
  const response = await fetch(`${FALLWATCH_API}/incidents/${id}`, {
    headers: { Authorization: `Bearer ${session}` },
    signal: AbortSignal.timeout(2000),
  })
  if (response.status === 401 && !isRetry) {
    const login = { email: FALLWATCH_EMAIL, password: FALLWATCH_PASSWORD }
    const answer = await post(`${FALLWATCH_API}/auth/login`, login)
    session = ((await answer.json()) as { token: string }).token
    return readIncident(id, true)
  }
  if (!response.ok) throw new Error(`Fallwatch answered ${response.status}`)
  return ((await response.json()) as { data: Incident }).data
}

async function handle(deliveryId: string, { type, data }: { type: string; data: { id: string } }) {
  if (type !== 'incident.opened' || accepted.has(deliveryId)) return
  const { kind, state, severity, patientName } = await readIncident(data.id)
  if (state !== 'OPEN') return
  const who = SEND_NAME === 'yes' && patientName ? `${patientName}: ` : ''
  const message = `${who}${kind}, ${severity}. Nobody has answered yet. Open Fallwatch to see more.`
  const headers = { Authorization: `Bearer ${PROVIDER_KEY}`, 'Idempotency-Key': deliveryId }
  await post(PROVIDER_URL, { to: PROVIDER_TO, message }, headers)
  accepted.add(deliveryId)
}

const server = createServer(async (request, response) => {
  const body = await text(request)
  const headers = request.headers as Record<string, string>
  try {
    webhook.verify(body, headers)
  } catch {
    return void response.writeHead(401).end()
  }
  try {
    await handle(headers['webhook-id'] ?? '', JSON.parse(body))
    response.writeHead(204).end()
  } catch (error) {
    // Fallwatch sends it again.
    console.error(String(error))
    response.writeHead(503).end()
  }
})
server.listen(Number(RECEIVER_PORT), RECEIVER_HOST, () => console.log('Listening', server.address()))
