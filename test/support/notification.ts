import type { Notification, SendResult } from '../../src/alerting/notifications/channels/channel.ts'

/** An alert with all fields, in several scripts. */
export const fallNotification: Notification = {
  tag: 'incident:8a6e:contact:17',
  deliveryId: 'delivery-4711',
  purpose: 'alert',
  severity: 'CRITICAL',
  title: 'Somebody has fallen – schnell! 🚨',
  text: 'Rosa Marín has fallen.\nGo to them now <or> call "112" & wait.',
  url: 'https://care.example.org/incidents/8a6e?a=1&b=2',
  acknowledgeUrl: 'https://care.example.org/acknowledge#token-4711',
  event: {
    type: 'incident.opened',
    timestamp: new Date('2026-03-03T04:05:06.789Z'),
    data: { incidentId: '8a6e', patientName: 'Rosa Marín' },
  },
}

/** A failure without its text. */
export const expected = (permanent: boolean, gone = false) => ({ ok: false, permanent, gone })

/** A result without why it failed, which depends on the system. */
export function withoutText(result: SendResult): object {
  if (result.ok) return result
  const { error, reason: _, ...rest } = result
  if (!error) throw new Error('A failure says why')
  return rest
}
