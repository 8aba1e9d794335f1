import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MailServer, startMailServer } from '../../harness/mail-server.ts'
import { until } from '../../harness/until.ts'
import { act, incidentsOf } from '../support/incidents.ts'
import { assign, type Person } from '../support/readings.ts'
import { TestService } from '../support/service.ts'

/** More caregivers than mails that are sent at once. */
const caregiverCount = 12

let mails: MailServer
let service: TestService
let isSlow = true

before(async () => {
  mails = await startMailServer({
    async onMail() {
      while (isSlow) await sleep(20)
    },
  })
  service = new TestService({ SMTP_URL: mails.url, MAIL_FROM: 'alerts@example.org' })
  await service.start()
})
after(async () => {
  await service?.stop()
  await mails?.stop()
})

const subjectsTo = ({ email }: Person) =>
  mails.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject)

test('no mail begins after an acknowledgement, however many wait for a slow server', async () => {
  const patient: Person = await service.signUp()
  const caregivers: Person[] = []
  for (let i = 0; i < caregiverCount; i++) {
    const caregiver: Person = await service.signUp({ role: 'CAREGIVER' })
    await assign(service, caregiver.id, patient.id)
    await service.ctx.db.query(
      `insert into contacts (id, user_id, channel, address, created_at, confirmed_at)
       values (gen_random_uuid(), $1, 'mail', $2, $3, $3)`,
      [caregiver.id, caregiver.email, service.ctx.now()],
    )
    caregivers.push(caregiver)
  }
  await service.call('POST', '/sos', { token: patient.token })
  service.engine.start()
  await until(() => mails.mails.length >= 3, 20_000)
  const [incident] = await incidentsOf(service, patient)
  const first = caregivers.find((caregiver) => subjectsTo(caregiver).length > 0)
  assert.ok(first)
  assert.equal((await act(service, first, incident.id, 'acknowledge')).status, 200)
  const toldBefore = caregivers.filter((caregiver) => subjectsTo(caregiver).length > 0)
  assert.ok(toldBefore.length < caregiverCount)
  isSlow = false

  await until(async () => {
    const [row] = await service.ctx.db.query<{ waiting: number }>(
      'select count(*)::int as waiting from deliveries where due_at is not null',
    )
    return row?.waiting === 0
  }, 20_000)
  for (const caregiver of caregivers) {
    const [alert, ...closings] = subjectsTo(caregiver)
    if (!toldBefore.includes(caregiver)) assert.equal(alert, undefined)
    // Whoever acknowledges knows it.
    else assert.deepEqual([alert, ...closings], caregiver === first ? [alert] : [alert, 'Handled'])
  }
})
