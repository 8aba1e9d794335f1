import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { makeFolder, startProcess } from '../../../harness/service-process.ts'

interface Someone {
  id: string
  email: string
  password: string
  firstName: string
  lastName: string
  token: string
}

/** The service as a process of its own, with its own store, that comes back at the same address. */
export interface KillableService {
  url: string
  port: number
  kill(): Promise<unknown>
  start(): Promise<void>
  stop(): Promise<unknown>
  post<Data>(path: string, token: string | undefined, body?: object): Promise<Data>
  signUp(fields: object): Promise<Someone>
  /** Makes somebody the caregiver of patients. */
  assign(caregiver: Someone, patients: Someone[]): Promise<void>
}

const admin = { email: 'admin@example.org', password: 'First-Admin-1!' }
const password = 'Sunny-Day-42!'

export async function startKillable(): Promise<KillableService> {
  const settings = { DATA_DIR: makeFolder(), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  let running = await startProcess(settings)
  const { origin, port } = new URL(running.url)

  async function send(path: string, token: string | undefined, body?: object) {
    const response = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, text)
    return JSON.parse(text)
  }

  return {
    url: origin,
    port: Number(port),
    kill: () => running.end('SIGKILL'),
    async start() {
      running = await startProcess({ ...settings, PORT: port })
    },
    stop: () => running.end(),
    post: async (path, token, body) => (await send(path, token, body)).data,
    async signUp(fields) {
      const account = { email: `${randomUUID()}@example.org`, password, lastName: 'Marín', ...fields }
      const { data, token } = await send('/auth/signup', undefined, account)
      return { ...data, password, token }
    },
    async assign({ id }, patients) {
      const { token } = await send('/auth/login', undefined, admin)
      for (const patient of patients)
        await send(`/caregivers/${id}/patients`, token, { patientId: patient.id })
    },
  }
}
