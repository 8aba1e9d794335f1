import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type HttpReceiver, startHttpReceiver } from '../../harness/http-receiver.ts'
import type { Person } from './readings.ts'
import { type TestService, useService } from './service.ts'

export interface NtfyMessage {
  topic: string
  title: string
  message: string
  priority: number
  click: string
  actions?: { label: string; url: string }[]
}

export interface NtfyServer {
  /** Where it listens, without a slash. */
  readonly url: string
  /** Gives a person a topic as a contact, and returns what lists the messages that have arrived there. */
  addTopic(person: Person, fields?: object): Promise<() => NtfyMessage[]>
}

/** Starts a service, and an ntfy server for its messages, before the tests of a file. */
export function useNtfy(settings: Record<string, string> = {}): { service: TestService; ntfy: NtfyServer } {
  let receiver: HttpReceiver
  // The service reads its settings when it starts, which is after the server.
  const allSettings: Record<string, string> = {
    ALLOW_PRIVATE_TARGETS: 'on',
    SESSION_DURATION: '30d',
    ...settings,
  }
  before(async () => {
    receiver = await startHttpReceiver((response) => response.writeHead(200).end())
    allSettings.NTFY_SERVERS = receiver.url
  })
  const service = useService(allSettings)
  after(() => receiver?.stop())
  return {
    service,
    ntfy: {
      get url() {
        return receiver.url
      },
      async addTopic({ token, id }, fields = {}) {
        const body = { channel: 'ntfy', url: `${receiver.url}/${id}`, ...fields }
        const answer = await service.call('POST', '/notifications/contacts', { token, body })
        assert.equal(answer.status, 201, answer.text)
        return () =>
          receiver.requests
            .map((request): NtfyMessage => JSON.parse(String(request.body)))
            .filter(({ topic }) => topic === id)
      },
    },
  }
}
