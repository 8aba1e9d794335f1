import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../harness/cleanup.ts'
import { startService, unlimited } from '../../harness/start-service.ts'
import { until } from '../../harness/until.ts'
import { secret } from '../processes.ts'
import { type PostgresServer, withClient } from '../stores.ts'
import { countFigure, type Figure } from './figure.ts'
import { type ReceivedMessage, receiveMails, receivePushes, receiveWebhooks } from './kill-receivers.ts'
import { acknowledge, raise } from './kill-requests.ts'
import {
  addMail,
  addPush,
  addWebhook,
  assign,
  createPeople,
  readPushKey,
  type SignedIn,
  setPolicy,
} from './people.ts'

const patientCount = 100
const atOnce = 15
const caregiverCount = 4
/** How long receivers take to answer. */
const answerAfterMs = 400
/** Acknowledgements come at any moment of the sends, after the first of them has arrived. */
const acknowledgeWithinMs = 800
/** What was begun before an acknowledgement arrives within this time. */
const onTheWayMs = 500

const tellAll = [{ who: 'assigned' as const, channels: 'all' as const }, { who: 'webhooks' as const }]

/**
 * Acknowledges incidents while their messages are being sent to slow receivers, and counts the alerts that
 * were begun after the acknowledgement was committed, by the database and by what receivers saw.
 */
export async function measureLateSends(cleanup: Cleanup, postgres: PostgresServer): Promise<Figure[]> {
  const arrivals: (ReceivedMessage & { atMs: number })[] = []
  const receive = (message: ReceivedMessage) => {
    arrivals.push({ ...message, atMs: performance.now() })
    return sleep(answerAfterMs)
  }
  const mails = await receiveMails(cleanup, receive)
  const webhooks = await receiveWebhooks(cleanup, receive)
  const url = await postgres.createDatabase('alert_races')
  const settings = {
    DATABASE_URL: url,
    JWT_SECRET: secret,
    SMTP_URL: mails.url,
    MAIL_FROM: 'alerts@bench.example',
    PUBLIC_URL: 'https://care.bench.example',
    ALLOW_PRIVATE_TARGETS: 'on',
    ...unlimited,
  }
  const { port } = await startService(cleanup.makeFolder(), settings, cleanup)
  await watchBegins(url)
  await setPolicy(url, { steps: [0, 1].map((afterSeconds) => ({ afterSeconds, tell: tellAll })) })
  const caregivers = await createPeople(url, secret, caregiverCount, 'CAREGIVER')
  const patients = await createPeople(url, secret, patientCount, 'PATIENT')
  await assign(url, caregivers, patients)
  const pushes = await receivePushes(cleanup, await readPushKey(port, caregivers[0] as SignedIn), receive)
  for (const [i, caregiver] of caregivers.entries()) {
    await addPush(url, caregiver, pushes)
    await addMail(url, caregiver, `caregiver-${i}@bench.example`)
  }
  await addWebhook(url, webhooks.url)

  const acknowledgedAtMs = new Map<string, number>()
  const waiting = [...patients]
  async function raiseAndAcknowledge(): Promise<void> {
    for (let patient = waiting.pop(); patient; patient = waiting.pop()) {
      const { data } = (await raise(() => port, patient, 'sos')) as { data: { id: string } }
      await until(() => arrivals.some(({ incidentId }) => incidentId === data.id), 60_000)
      await sleep(Math.random() * acknowledgeWithinMs)
      const caregiver = caregivers[waiting.length % caregiverCount] as SignedIn
      await acknowledge(() => port, caregiver, data.id)
      acknowledgedAtMs.set(data.id, performance.now())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, raiseAndAcknowledge))
  await until(async () => (await countRows(url, 'deliveries where due_at is not null')) === 0, 120_000)

  const alerts = arrivals.filter(({ purpose }) => purpose === 'alert')
  const late = alerts.filter(
    ({ incidentId, atMs }) =>
      atMs > (acknowledgedAtMs.get(incidentId) ?? Number.POSITIVE_INFINITY) + onTheWayMs,
  )
  const byChannel = (['push', 'webhook', 'mail'] as const)
    .map((name) => `${late.filter(({ by }) => by === name).length} ${name}`)
    .join(', ')
  const begun = await countRows(url, 'begun_after_acknowledgement')
  return [
    countFigure('alerts begun after an acknowledgement', begun, 0, `${patientCount} acknowledgements`),
    countFigure(
      'alerts received later than on the way',
      late.length,
      0,
      `${byChannel} of ${alerts.length} alerts`,
    ),
  ]
}

/**
 * Lets PostgreSQL note every alert whose begin is recorded while its incident is not open: the transaction that
 * records it holds the incident in its state.
 */
function watchBegins(url: string): Promise<unknown> {
  return withClient(url, (client) =>
    client.query(`
      create table begun_after_acknowledgement (delivery_id uuid);
      create function note_begin() returns trigger language plpgsql as $$
        begin
          if new.purpose = 'alert' and (select state from incidents where id = new.incident_id) <> 'OPEN' then
            insert into begun_after_acknowledgement values (new.id);
          end if;
          return null;
        end $$;
      create trigger note_begin after update of begun_at on deliveries for each row execute function note_begin();
    `),
  )
}

function countRows(url: string, from: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${from}`)
    return rows[0]?.count ?? -1
  })
}
