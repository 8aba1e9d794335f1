import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import fhirPackage from 'fhir'
import { type ErrorCode, errorCodes } from '../../src/platform/lib/error-codes.ts'
import { version } from '../../src/platform/project.ts'
import { type Circle, makeCircle, reportFall } from '../support/people.ts'
import { addDevice, assign, sixCallers } from '../support/readings.ts'
import { type Answer, useSteadyService } from '../support/service.ts'

const service = useSteadyService({ TIME_ZONE: 'Europe/Madrid' })
const { Fhir } = fhirPackage
const validator = new Fhir()

interface Resource {
  resourceType: string
  id: string
  status?: string
  code?: { coding: { system: string; code: string }[] }
  [element: string]: unknown
}

/** Validates a resource against the published definitions of R4, which the package contains. */
function assertValid(resource: { resourceType: string; entry?: { resource: Resource }[] }) {
  for (const one of [resource, ...(resource.entry ?? []).map((entry) => entry.resource)]) {
    const { valid, messages } = validator.validate(one, { errorOnUnexpected: true })
    assert.ok(valid, JSON.stringify(messages.filter(({ severity }) => severity === 'error')))
  }
}

test('the validation notices what is not FHIR', () => {
  assert.throws(() => assertValid({ resourceType: 'Observation' }))
  const resource = { resourceType: 'Patient', id: 'a', gender: 'none' } as unknown as Resource
  assert.throws(() => assertValid({ resourceType: 'Bundle', entry: [{ resource }] }))
})

const everything = (
  id: string,
  token: string | undefined,
  query: Record<string, string | string[]> = {},
  headers: Record<string, string> = {},
) => service.call('GET', `/fhir/Patient/${id}/$everything`, { token, query, headers })

const resourcesOf = ({ body }: Answer): Resource[] =>
  (body.entry ?? []).map(({ resource }: { resource: Resource }) => resource)

const linkOf = ({ body }: Answer, relation: string): string | undefined =>
  body.link.find((link: { relation: string }) => link.relation === relation)?.url

/** Returns all pages. */
async function follow(first: Answer, token: string): Promise<Answer[]> {
  const pages = [first]
  for (let next = linkOf(first, 'next'); next; next = linkOf(pages.at(-1) as Answer, 'next')) {
    const { pathname, search } = new URL(next)
    pages.push(await service.call('GET', `${pathname.replace('/api', '')}${search}`, { token }))
    assert.ok(pages.length < 500)
  }
  return pages
}

/** Stores an hour of heart rate and oxygen saturation, with a reading every ten minutes. */
async function sendVitals(deviceId: string, hoursAgo: number): Promise<void> {
  const hour = Math.floor(service.ctx.now().getTime() / 3_600_000 - hoursAgo) * 3_600_000
  const rates = [60, 62, 64, 66, 68, 70]
  await service.ctx.db.query(
    `insert into vital_summaries (device, at, heart_rate_min, heart_rate_max, heart_rate_sum, heart_rate_count,
                                  spo2_min, spo2_max, spo2_sum, spo2_count)
     select number, $2::timestamptz + n * interval '10 minutes', rate, rate, rate, 1, 97, 97, 97, 1
     from devices, unnest($3::int[]) with ordinality as rates (rate, n) where id = $1 and n < 6`,
    [deviceId, new Date(hour), rates],
  )
  await service.ctx.db.query(
    `insert into vital_summary_progress (summarised_to) values ($1)
     on conflict (only_row) do update set summarised_to = greatest(vital_summary_progress.summarised_to, $1)`,
    [new Date(Math.floor(service.ctx.now().getTime() / 3_600_000) * 3_600_000)],
  )
}

describe('the capability statement', () => {
  test('is public and valid', async () => {
    const answer = await service.call('GET', '/fhir/metadata')
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['content-type']), /^application\/fhir\+json/)
    assertValid(answer.body)
    assert.deepEqual(
      [answer.body.fhirVersion, answer.body.software.version, answer.body.format],
      ['4.0.1', version, ['application/fhir+json']],
    )
  })

  test('is true: what it offers works, and nothing else does', async () => {
    const { body } = await service.call('GET', '/fhir/metadata')
    const rosa = await service.signUp()
    const offered = []
    for (const { type, operation = [], interaction = [] } of body.rest[0].resource) {
      assert.deepEqual(interaction, [], 'interactions would have to be tried here')
      for (const { name, definition } of operation) {
        const defined = body.contained.find(({ id }: Resource) => `#${id}` === definition)
        assertValid(defined)
        assert.deepEqual(
          [defined.code, defined.base],
          [name, `http://hl7.org/fhir/OperationDefinition/${type}-${name}`],
        )
        const answer = await service.call('GET', `/fhir/${type}/${rosa.id}/$${name}`, { token: rosa.token })
        assert.equal(answer.status, 200, answer.text)
        assert.equal(String(answer.headers['content-type']).split(';')[0], body.format[0])
        offered.push(`${type}/$${name}`)
      }
    }
    assert.deepEqual(offered, ['Patient/$everything'])
    for (const path of [`/fhir/Patient/${rosa.id}`, '/fhir/Patient', '/fhir/Observation'])
      assert.equal((await service.call('GET', path, { token: rosa.token })).status, 404, path)
    const paths = Object.keys((await service.call('GET', '/openapi.json')).body.paths)
    assert.deepEqual(
      paths.filter((path) => path.includes('/fhir/')),
      ['/api/fhir/metadata', '/api/fhir/Patient/{id}/$everything'],
    )
  })
})

describe('the parameters that the capability statement lists', () => {
  test('are those that the operation has', async () => {
    const { contained } = (await service.call('GET', '/fhir/metadata')).body
    const listed = contained[0].parameter.filter(({ use }: { use: string }) => use === 'in')
    const { paths } = (await service.call('GET', '/openapi.json')).body
    const described = paths['/api/fhir/Patient/{id}/$everything'].get.parameters
    const names = (parameters: { name: string }[]) => parameters.map(({ name }) => name).sort()
    // Every request may have _format: the statement has the formats.
    const inQuery = described.filter(({ in: where }: { in: string }) => where === 'query')
    assert.deepEqual([...names(listed), '_format'].sort(), names(inQuery))
  })

  test('are the only ones besides _format, as it says', async () => {
    const { contained } = (await service.call('GET', '/fhir/metadata')).body
    assert.match(contained[0].description, /not listed are refused, except for _format/)
    const { id, token } = await service.signUp()
    assert.equal((await everything(id, token, { _format: 'json' })).status, 200)
    for (const name of ['_since', '_pretty', '_summary', 'patient'])
      assert.equal((await everything(id, token, { [name]: 'true' })).status, 400, name)
  })

  test('_type chooses resources, also from page to page', async () => {
    const { id, token } = await service.signUp()
    const device = await addDevice(service, token)
    await addDevice(service, token)
    await sendVitals(device.id, 30)
    await sendVitals(device.id, 40)
    const cases: [_type: string | string[], found: string[]][] = [
      ['Patient', ['Patient']],
      ['Device', ['Device', 'Device']],
      ['Observation', Array(4).fill('Observation')],
      ['Observation,Patient', ['Patient', ...Array(4).fill('Observation')]],
      [
        ['Observation', 'Device,Patient'],
        ['Patient', 'Device', 'Device', ...Array(4).fill('Observation')],
      ],
    ]
    for (const [_type, found] of cases) {
      for (const _count of ['1', '2', '100']) {
        const pages = await follow(await everything(id, token, { _type, _count }), token)
        for (const page of pages) assertValid(page.body)
        const types = pages.flatMap(resourcesOf).map(({ resourceType }) => resourceType)
        assert.deepEqual(types, found, `${_type} by ${_count}`)
      }
    }
  })

  test('_format may name JSON, and prevails over Accept from page to page', async () => {
    const { id, token } = await service.signUp()
    await addDevice(service, token)
    const headers = { accept: 'application/fhir+xml' }
    for (const _format of ['json', 'application/json', 'application/fhir+json']) {
      const answer = await everything(id, token, { _format, _count: '1' }, headers)
      assert.equal(answer.status, 200, answer.text)
      const { pathname, search } = new URL(linkOf(answer, 'next') ?? '')
      const next = await service.call('GET', `${pathname.replace('/api', '')}${search}`, { token, headers })
      assert.equal(next.status, 200, next.text)
    }
  })
})

describe('everything about a patient', () => {
  test('is a valid bundle with the patient, devices, falls and vital signs', async () => {
    const { patient, caregiver } = await makeCircle(service)
    const details = { phone: '+34 600 1', dateOfBirth: '1941-05-17', emergencyContact: '+34 600 2' }
    await service.call('PUT', `/patients/${patient.id}`, { token: caregiver.token, body: details })
    await service.ctx.db.query(
      `insert into residences (patient_id, site, ward, room) values ($1, 'North', 'Two', '12')`,
      [patient.id],
    )
    const device = await addDevice(service, patient.token, { firmware_version: '2.1.0' })
    await sendVitals(device.id, 30)
    await reportFall(service, patient)
    const answer = await everything(patient.id, caregiver.token)
    assert.equal(answer.status, 200, answer.text)
    assert.match(String(answer.headers['content-type']), /^application\/fhir\+json/)
    assertValid(answer.body)
    assert.deepEqual([answer.body.type, linkOf(answer, 'next')], ['searchset', undefined])
    const [person, worn, fall, heart, oxygen, ...rest] = resourcesOf(answer)
    assert.deepEqual(rest, [])
    assert.deepEqual(person, {
      resourceType: 'Patient',
      id: patient.id,
      active: true,
      name: [{ family: 'Marín', given: ['Rosa'] }],
      telecom: [
        { system: 'phone', value: '+34 600 1' },
        { system: 'email', value: patient.email },
      ],
      birthDate: '1941-05-17',
      address: [{ use: 'home', text: 'North, Two, 12' }],
      contact: (person as Resource).contact,
    })
    assert.equal(worn?.id, device.id)
    assert.deepEqual(
      [fall?.status, fall?.code?.coding[0]],
      ['preliminary', { system: 'http://snomed.info/sct', code: '1912002', display: 'Fall' }],
    )
    const ucum = 'http://unitsofmeasure.org'
    assert.deepEqual(
      [heart?.code?.coding.map(({ code }) => code), heart?.valueQuantity],
      [['8867-4'], { value: 64, unit: 'beats/minute', system: ucum, code: '/min' }],
    )
    assert.deepEqual(
      (heart as Resource & { component: { valueQuantity: { value: number } }[] }).component.map(
        ({ valueQuantity }) => valueQuantity.value,
      ),
      [60, 68],
    )
    assert.deepEqual(
      [oxygen?.code?.coding.map(({ code }) => code), oxygen?.valueQuantity],
      [['2708-6', '59408-5'], { value: 97, unit: '%', system: ucum, code: '%' }],
    )
    const urls = answer.body.entry.map(({ fullUrl }: { fullUrl: string }) => fullUrl)
    assert.ok(urls.every((url: string) => /^http:\/\/[^/]+\/api\/fhir\/\w+\/[\w.-]{1,100}$/.test(url)))
    assert.equal(new Set(urls).size, urls.length)
  })

  test('says of each alarm whether it was a fall', async () => {
    const { id, token } = await service.signUp()
    const outcomes: [outcome: string | null, state: string, status: string, code: string][] = [
      ['REAL_FALL', 'RESOLVED', 'final', '1912002'],
      ['FALSE_ALARM', 'RESOLVED', 'entered-in-error', '1912002'],
      ['TEST', 'RESOLVED', 'entered-in-error', '1912002'],
      ['NEAR_FALL', 'RESOLVED', 'final', 'NEAR_FALL'],
      [null, 'CANCELLED', 'cancelled', '1912002'],
      [null, 'OPEN', 'preliminary', '1912002'],
    ]
    for (const [i, [outcome, state]] of outcomes.entries()) {
      const [incidentId, at] = [randomUUID(), `2026-07-0${i + 1}T10:00:00.000001Z`]
      await service.ctx.db.query(
        `insert into incidents (id, kind, state, severity, patient_id, opened_at, outcome)
         values ($1, 'FALL', $2, 'HIGH', $3, $4, $5)`,
        [incidentId, state, id, at, outcome],
      )
      await service.ctx.db.query(
        `insert into falls (id, user_id, confidence, status, incident_id, created_at, updated_at)
         values ($1, $2, 0.8, 'HIGH', $3, $4, $4)`,
        [randomUUID(), id, incidentId, at],
      )
    }
    const answer = await everything(id, token, { start: '2026-07', end: '2026-07' })
    assertValid(answer.body)
    const falls = resourcesOf(answer).filter(({ resourceType }) => resourceType === 'Observation')
    assert.deepEqual(
      falls.map(({ status, code }) => [status, code?.coding[0]?.code]),
      outcomes.map(([, , status, code]) => [status, code]),
    )
    const day = await everything(id, token, { start: '2026-07-02', end: '2026-07-03' })
    assert.equal(resourcesOf(day).length, 1 + 2)
    const pages = await follow(await everything(id, token, { start: '2026-07', _count: '2' }), token)
    assert.deepEqual(
      pages.map((page) => resourcesOf(page).length),
      [2, 2, 2, 1],
    )
    const ids = pages.flatMap(resourcesOf).map((resource) => resource.id)
    assert.equal(new Set(ids).size, 7, 'the microseconds of a fall are not rounded between pages')
  })

  test('has preliminary vital signs of an hour until it is over', async () => {
    const { id, token } = await service.signUp()
    if (service.ctx.now().getUTCMinutes() === 59) service.advance('2m')
    await addDevice(service, token, { heart_rate: 72, spo2: 97 })
    const statuses = async () => {
      const answer = await everything(id, token, { _type: 'Observation' })
      assertValid(answer.body)
      return resourcesOf(answer).map(({ status }) => status)
    }
    assert.deepEqual(await statuses(), ['preliminary', 'preliminary'])
    service.advance('1h')
    assert.deepEqual(await statuses(), ['final', 'final'])
  })

  test('pages through 90 days without repeating or missing an observation', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    const hours = [2000, 1500, 500, 300, 200, 100, 50]
    for (const ago of hours) await sendVitals(device.id, ago)
    await sendVitals(device.id, 2500)
    const whole = await everything(rosa.id, rosa.token, { _count: '500' })
    assert.equal(resourcesOf(whole).length, 2 + 2 * hours.length, 'readings older than 90 days are hidden')
    for (const _count of ['1', '3', '15', '16']) {
      const pages = await follow(await everything(rosa.id, rosa.token, { _count }), rosa.token)
      for (const page of pages) {
        assertValid(page.body)
        assert.ok(resourcesOf(page).length <= Number(_count))
      }
      assert.deepEqual(
        pages.flatMap(resourcesOf).map(({ id }) => id),
        resourcesOf(whole).map(({ id }) => id),
        _count,
      )
    }
  })

  test('is for whoever may read the patient, and their look is audited', async () => {
    const { self, tokens } = await sixCallers(service)
    const statuses = []
    for (const [, token] of tokens) statuses.push((await everything(self.id, token)).status)
    assert.deepEqual(statuses, [401, 200, 403, 200, 403, 200])
    const [entry] = await service.ctx.db.query<{ message: string }>(
      `select message from audit_log where subject_id = $1 and action = 'record.viewed' limit 1`,
      [self.id],
    )
    assert.equal(entry?.message, 'GET /api/fhir/Patient/:id/$everything')
  })
})

describe('an error is an OperationOutcome', () => {
  let people: Circle
  const cases: [
    title: string,
    ask: () => Promise<Answer>,
    status: number,
    code: string,
    expression?: string,
  ][] = [
    ['not signed in', () => everything(people.patient.id, undefined), 401, 'login'],
    ['not assigned', () => everything(people.patient.id, people.stranger.token), 403, 'forbidden'],
    ['unknown', () => everything(randomUUID(), people.admin.token), 404, 'not-found'],
    ['a caregiver', () => everything(people.caregiver.id, people.admin.token), 404, 'not-found'],
    ['a resource that is not offered', () => service.call('GET', '/fhir/Encounter/1'), 404, 'not-found'],
    ['nothing but the base', () => service.call('GET', '/fhir'), 404, 'not-found'],
    ['nothing, with a query', () => service.call('GET', '/fhir', { query: { a: '1' } }), 404, 'not-found'],
    ['a write', () => service.call('POST', '/fhir/Patient', { body: {} }), 404, 'not-found'],
    ['another method', () => service.call('DELETE', '/fhir/metadata'), 404, 'not-found'],
    ['no valid path', () => service.call('GET', '/fhir/%zz'), 400, 'invalid'],
    ['no id', () => everything('rosa', people.admin.token), 400, 'invalid', 'id'],
    ...(
      [
        ['start', '2026-02-30'],
        ['end', 'today'],
        ['_count', '0'],
        ['_count', '501'],
        ['_page', 'nonsense'],
        ['_type', 'Fall'],
        ['_type', 'Patient,Encounter'],
        ['_type', ''],
        ['_since', '2026-11-01T00:00:00Z'],
        ['_summary', 'true'],
        ['Start', '2026'],
        ['_page', Buffer.from('{"stage":"falls","microseconds":1e300,"id":"x"}').toString('base64url')],
      ] as const
    ).map(([name, value]): (typeof cases)[number] => [
      `${name}=${value}`,
      () => everything(people.patient.id, people.patient.token, { [name]: value }),
      400,
      'invalid',
      name,
    ]),
    [
      '_format=xml',
      () => everything(people.patient.id, people.patient.token, { _format: 'xml' }),
      406,
      'not-supported',
    ],
    [
      'Accept: XML',
      () => everything(people.patient.id, people.patient.token, {}, { accept: 'application/fhir+xml' }),
      406,
      'not-supported',
    ],
    [
      'the capability statement in XML',
      () => service.call('GET', '/fhir/metadata', { query: { _format: 'xml' } }),
      406,
      'not-supported',
    ],
    [
      'start after end',
      () => everything(people.patient.id, people.patient.token, { start: '2026-07', end: '2026-06' }),
      400,
      'invalid',
      'start',
    ],
  ]
  for (const [title, ask, status, code, expression] of cases) {
    test(title, async () => {
      people ??= await makeCircle(service)
      const answer = await ask()
      assert.equal(answer.status, status, answer.text)
      assert.match(String(answer.headers['content-type']), /^application\/fhir\+json/)
      assertValid(answer.body)
      const [issue, ...others] = answer.body.issue
      assert.deepEqual([others, issue.severity, issue.code], [[], 'error', code])
      if (expression) assert.deepEqual(issue.expression, [expression])
      const [coding] = issue.details.coding
      assert.equal(coding.system, 'urn:fallwatch:error-codes')
      assert.equal(errorCodes[coding.code as ErrorCode][0], status)
    })
  }

  test('only there', async () => {
    const answer = await service.call('GET', '/fhirs')
    assert.deepEqual([answer.status, answer.body.success], [404, false])
  })

  test('of somebody who was unassigned meanwhile', async () => {
    const { patient, stranger } = people
    await assign(service, stranger.id, patient.id)
    assert.equal((await everything(patient.id, stranger.token)).status, 200)
    await service.ctx.db.query('delete from assignments where caregiver_id = $1', [stranger.id])
    assert.equal((await everything(patient.id, stranger.token)).status, 403)
  })
})
