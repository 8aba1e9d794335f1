import type { ParseKeys } from 'i18next'
import type { Schema } from '../api/client.ts'

interface Destination {
  to: string
  title: ParseKeys
}

const mine: Destination[] = [
  { to: '/me/notifications', title: 'nav.notifications' },
  { to: '/me/profile', title: 'nav.profile' },
]

/** The screens of each kind of person; the first ones stay visible on a phone. */
export const destinations: Record<Schema<'Me'>['role'], { main: Destination[]; more: Destination[] }> = {
  CAREGIVER: {
    main: [
      { to: '/', title: 'nav.now' },
      { to: '/patients', title: 'nav.patients' },
      { to: '/incidents', title: 'nav.incidents' },
      { to: '/messages', title: 'nav.messages' },
    ],
    more: [{ to: '/teams', title: 'nav.teams' }, ...mine],
  },
  PATIENT: {
    main: [
      { to: '/', title: 'nav.home' },
      { to: '/messages', title: 'nav.messages' },
    ],
    more: mine,
  },
  ADMIN: {
    main: [
      { to: '/', title: 'nav.now' },
      { to: '/admin/people', title: 'nav.people' },
      { to: '/admin/devices', title: 'nav.devices' },
      { to: '/incidents', title: 'nav.incidents' },
    ],
    more: [
      { to: '/teams', title: 'nav.teams' },
      { to: '/admin/nearby', title: 'nav.nearby' },
      { to: '/admin/import', title: 'nav.import' },
      { to: '/admin/escalation', title: 'nav.policies' },
      { to: '/admin/deliveries', title: 'nav.deliveries' },
      { to: '/admin/detection', title: 'nav.detection' },
      { to: '/admin/audit', title: 'nav.audit' },
      { to: '/admin/system', title: 'nav.system' },
      ...mine,
    ],
  },
}
