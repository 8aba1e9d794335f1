import { likelyLevels } from '../../src/detection/levels/fall-level.ts'
import { severityOf } from '../../src/detection/levels/severity.ts'
import type { Api } from '../simulate/api.ts'
import {
  type Caregiver,
  type Credentials,
  createCaregiver,
  invitePatient,
  type Patient,
} from '../simulate/people.ts'
import type { Receivers } from './receivers.ts'
import type { Stage } from './stage.ts'

/** Everybody in the play. */
export interface Cast {
  rosa: Patient
  ana: Caregiver
  eva: Caregiver
  admin: { token: string }
}

export interface Casting {
  stage: Stage
  api: Api
  receivers: Receivers
  admin: Credentials
  /** Seconds until the next step of the escalation. */
  stepSeconds: number
  signal: AbortSignal
}

/** Creates the people of the play, the ways to reach them, and a policy that escalates within seconds. */
export async function meetPeople(casting: Casting): Promise<Cast> {
  const { stage, api, signal } = casting
  stage.step('Ana, a caregiver, invites Rosa, who creates a key for her wearable')
  const ana = await createCaregiver(api, { firstName: 'Ana', lastName: 'Gil' }, signal)
  stage.introduce('ana', ana.token)
  const rosa = await invitePatient(api, ana, { firstName: 'Rosa', lastName: 'Marín' }, signal)
  stage.introduce('rosa', rosa.token)
  stage.introduce('wearable', rosa.deviceKey)
  stage.curl(`${api.base}/patients`, { as: 'ana' })
  stage.curl(`${api.base}/device/keys`, { as: 'rosa' })

  stage.step('The admin assigns Eva as a second caregiver, with priority 2')
  const { body } = await api.ask('POST', '/auth/login', { body: { ...casting.admin }, signal })
  const admin = { token: body.token ?? '' }
  stage.introduce('admin', admin.token)
  const eva = await createCaregiver(api, { firstName: 'Eva', lastName: 'Sanz' }, signal)
  stage.introduce('eva', eva.token)
  const assignment = { patientId: rosa.id, priority: 2 }
  await api.ask('POST', `/caregivers/${eva.id}/patients`, { token: admin.token, body: assignment, signal })
  const cast = { rosa, ana, eva, admin }
  await addContacts(casting, cast)
  await shortenPolicy(casting, cast)
  return cast
}

async function addContacts({ stage, api, receivers, signal }: Casting, { ana, eva, admin }: Cast) {
  const add = async ({ token }: { token: string }, contact: object) => {
    const path = '/notifications/contacts'
    const { body } = await api.ask<{ id: string }>('POST', path, { token, body: contact, signal })
    return `${path}/${body.data.id}`
  }
  const addMail = async (person: { token: string }, contact: object) => {
    const path = await add(person, contact)
    const body = { code: receivers.lastCode() }
    await api.ask('POST', `${path}/confirm`, { token: person.token, body, signal })
  }
  stage.step('Each says how to be reached')
  const { token } = ana
  const key = await api.ask<{ publicKey: string }>('GET', '/notifications/push-key', { token, signal })
  await add(ana, { ...(await receivers.subscribe('Ana', key.body.data.publicKey)), showDetails: true })
  await addMail(ana, receivers.mailbox('Ana'))
  stage.detail('Ana: web push, with names, and e-mail, confirmed by the code that was sent to her')
  await add(eva, receivers.topic('Eva'))
  stage.detail('Eva: ntfy, without names, as her lock screen shows the messages to anybody')
  await addMail(admin, receivers.mailbox('Admin'))
  stage.detail('The admin: e-mail')
  stage.curl(`${api.base}/notifications/contacts`, { as: 'ana' })
}

/** Makes the default policy, whose steps are a minute and more apart, one of seconds. */
async function shortenPolicy({ stage, api, stepSeconds, signal }: Casting, { rosa, admin }: Cast) {
  const everything = { channels: 'all' }
  const policy = {
    steps: [
      { afterSeconds: 0, tell: [{ who: 'priority', priority: 1, channels: ['push', 'live'] }] },
      {
        afterSeconds: stepSeconds,
        tell: [
          { who: 'priority', priority: 1, ...everything },
          { who: 'priority', priority: 2, ...everything },
        ],
      },
      { afterSeconds: 60, tell: [{ who: 'admins', ...everything }] },
    ],
    repeat: null,
  }
  const path = `/patients/${rosa.id}/escalation`
  for (const severity of likelyLevels.map(severityOf)) {
    await api.ask('PUT', path, { token: admin.token, body: { severity, policy }, signal })
  }
  stage.detail(`If Rosa falls, Ana is told at once, Eva after ${stepSeconds} s, and the admin after a minute`)
  stage.curl(`${api.base}${path}/preview`, { as: 'ana' })
}
