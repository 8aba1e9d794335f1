import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { readFile } from '../../src/records/imports/import-file.ts'
import { often } from '../support/full.ts'
import { acceptInvitation } from '../support/people.ts'
import { goodReading, randomMac } from '../support/readings.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

interface Line {
  file: string
  line: number
  action: string
  message: string
  userId: string | null
  invitation: { token: string; email: string } | null
  device: { macAddress: string; key: string } | null
}

async function post(files: object[], dryRun = false) {
  const token = await service.adminToken()
  return service.call('POST', '/admin/imports', { token, body: { files, dryRun } })
}
const csv = (content: string, name = 'people.csv') => ({ name, content })
const bytes = (content: Buffer, name = 'people.csv') => ({ name, contentBase64: content.toString('base64') })
const outcomeOf = ({ body }: { body: { data: { lines: Line[] } } }) =>
  body.data.lines.map(({ line, action }) => `${line} ${action}`)
const messagesOf = ({ body }: { body: { data: { lines: Line[] } } }) =>
  body.data.lines.map(({ message }) => message).join('\n')
const countUsers = async (lastName: string) => {
  const [row] = await service.ctx.db.query<{ count: number }>(
    'select count(*)::int as count from users where last_name = $1',
    [lastName],
  )
  return row?.count
}
/** Names and references that no other test has. */
const unique = () => `X${randomUUID().replaceAll('-', '')}`

/** Three files about a caregiver and two residents. */
function aHome() {
  const name = unique()
  return {
    name,
    email: `${name}@example.org`.toLowerCase(),
    files: [
      csv(`macAddress,name,reference\n,Wrist,${name}-1\n`, 'devices.csv'),
      csv(`caregiverEmail;reference;relationship\n${name}@example.org;${name}-1;nurse\n`, 'assignments.csv'),
      csv(
        [
          'reference,firstName,lastName,role,email,dateOfBirth,site,ward,room',
          `${name}-1,Irma,${name},,,1938-02-01,Elm House,B,12`,
          `${name}-2,Otto,${name},resident,,,Elm House,B,14`,
          `,Ana,${name},CAREGIVER,${name}@example.org,,,,`,
        ].join('\r\n'),
      ),
    ],
  }
}

describe('an import', () => {
  test('brings a home in from three files, in whatever order they are given', async () => {
    const { files, name, email } = aHome()
    const dry = await post(files, true)
    assert.deepEqual([dry.status, dry.body.data.applied, dry.body.data.counts.CREATE], [200, false, 5])
    assert.equal(await countUsers(name), 0)
    const { status, body } = await post(files)
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(
      [body.data.applied, body.data.counts],
      [true, { CREATE: 5, UPDATE: 0, SKIP: 0, ERROR: 0 }],
    )
    const lines = body.data.lines as Line[]
    const irma = lines.find(({ line, file }) => line === 2 && file === 'people.csv')
    const ana = lines.find(({ line, file }) => line === 4 && file === 'people.csv')
    const device = lines.find(({ file }) => file === 'devices.csv')?.device
    assert.equal(irma?.invitation, null)
    const { token } = await acceptInvitation(service, ana?.invitation?.token ?? '', goodPassword)
    const patients = await service.call('GET', '/patients/overview', { token })
    const [{ patientId, site, ward, room }] = patients.body.data
    assert.deepEqual([patientId, site, ward, room], [irma?.userId, 'Elm House', 'B', '12'])
    const sent = await service.call('POST', '/device/sensor-stream', {
      token: device?.key ?? '',
      body: goodReading(device?.macAddress ?? ''),
    })
    assert.equal(sent.status, 200)
    assert.ok(body.data.resultCsv.includes(ana?.invitation?.token))
    assert.ok(body.data.resultCsv.includes(device?.key))
    assert.ok(body.data.resultCsv.includes(email))
  })

  test('changes nothing when it is repeated, and only what is new when it is corrected', async () => {
    const { files, name } = aHome()
    await post(files)
    const again = await post(files)
    assert.deepEqual(
      [again.status, again.body.data.counts],
      [200, { CREATE: 0, UPDATE: 0, SKIP: 5, ERROR: 0 }],
    )
    assert.equal(await countUsers(name), 3)
    const moved = await post([csv(`reference,firstName,lastName,room\n${name}-2,Otto,${name},20\n`)])
    assert.deepEqual(outcomeOf(moved), ['2 UPDATE'])
    const [row] = await service.ctx.db.query(
      'select ward, room from residences join users on users.id = patient_id where reference = $1',
      [`${name}-2`],
    )
    assert.deepEqual(row, { ward: 'B', room: '20' })
  })

  test('of the same files twice at once creates everybody once', async () => {
    const { files, name } = aHome()
    const answers = await Promise.all([post(files), post(files)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 201])
    assert.equal(await countUsers(name), 3)
  })

  test('imports nothing if one line has an error', async () => {
    const name = unique()
    const content = `firstName,lastName,email\nIrma,${name},\nOtto,${name},otto\n`
    const answer = await post([csv(content)])
    assert.deepEqual([answer.status, answer.body.data.applied], [200, false])
    assert.deepEqual(outcomeOf(answer), ['2 CREATE', '3 ERROR'])
    const text = 'email must be a valid e-mail address'
    const [, { message, messages }] = answer.body.data.lines
    assert.equal(message, text)
    assert.deepEqual(messages, [{ code: 'NOT_EMAIL', column: 'email', text }])
    assert.equal(await countUsers(name), 0)
  })

  test('adds an address to a resident who had none, with an invitation', async () => {
    const name = unique()
    await post([csv(`reference,firstName,lastName\n${name},Irma,${name}\n`)])
    const answer = await post([
      csv(`reference,firstName,lastName,email\n${name},Irma,${name},${name}@example.org\n`),
    ])
    assert.deepEqual(outcomeOf(answer), ['2 UPDATE'])
    await acceptInvitation(service, answer.body.data.lines[0].invitation.token, goodPassword)
  })

  test('assigns by hand what a team gives, so that it outlives the team', async () => {
    const [name, ana] = [unique(), await service.signUp({ role: 'CAREGIVER' })]
    await post([
      csv(`reference,firstName,lastName,ward\n${name},Irma,${name},${name}\n`),
      csv(`team,ward,caregiverEmail\n${name},${name},${ana.email}\n`, 'teams.csv'),
    ])
    const assignments = csv(`caregiverEmail,reference,relationship\n${ana.email},${name},niece\n`)
    const answer = await post([assignments])
    assert.deepEqual([answer.status, outcomeOf(answer)], [200, ['2 UPDATE']])
    assert.equal(messagesOf(answer), `stays assigned to ${ana.email} without the team`)
    assert.deepEqual(outcomeOf(await post([assignments])), ['2 SKIP'])
    const token = await service.adminToken()
    const teams = await service.call('GET', '/admin/teams', { token, query: { limit: '100' } })
    const { id } = teams.body.data.find((team: { name: string }) => team.name === name)
    assert.equal((await service.call('DELETE', `/admin/teams/${id}`, { token })).status, 200)
    const rows = await service.ctx.db.query(
      'select relationship from assignments join users on users.id = patient_id where last_name = $1',
      [name],
    )
    assert.deepEqual(rows, [{ relationship: 'niece' }])
  })

  test('takes caregivers from a column of the people, also of a later line', async () => {
    const name = unique()
    const answer = await post([
      csv(
        `firstName,lastName,role,email,caregiverEmails\nIrma,${name},patient,,${name}@example.org\n` +
          `Ana,${name},nurse,${name}@example.org,\n`,
      ),
    ])
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(outcomeOf(answer), ['2 CREATE', '2 CREATE', '3 CREATE'])
  })
})

describe('a file of rooms', () => {
  const placesOf = (name: string) =>
    service.ctx.db.query(
      `select reference, site, ward, room from residences join users on users.id = patient_id
       where last_name = $1 order by reference`,
      [name],
    )
  const place = { site: 'Elm House', ward: 'B', room: '12' }

  test('says where people of another file live, in whatever order the files are given', async () => {
    const name = unique()
    const people = csv(
      `reference,firstName,lastName,email\n${name}-1,Irma,${name},\n${name}-2,Eva,${name},${name}@example.org\n`,
    )
    const rooms = csv(`reference,site,ward,room\n${name}-1,Elm House,B,12\n`, 'rooms.csv')
    const byEmail = csv(`Zimmer;E-Mail\n14;${name}@EXAMPLE.org\n`, 'zimmer.csv')
    const answer = await post([byEmail, rooms, people])
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(outcomeOf(answer), ['2 UPDATE', '2 UPDATE', '2 CREATE', '3 CREATE'])
    assert.match(messagesOf(answer), /lives at Elm House, B, 12/)
    const expected = [
      { reference: `${name}-1`, ...place },
      { reference: `${name}-2`, site: null, ward: null, room: '14' },
    ]
    assert.deepEqual(await placesOf(name), expected)
    const again = await post([byEmail, rooms])
    assert.deepEqual([again.status, outcomeOf(again)], [200, ['2 SKIP', '2 SKIP']])
    assert.deepEqual(await placesOf(name), expected)
  })

  test('moves people who exist, with the caregivers of the teams of their wards', async () => {
    const [name, ana] = [unique(), await service.signUp({ role: 'CAREGIVER' })]
    await post([
      csv(`reference,firstName,lastName,ward\n${name},Irma,${name},B\n`),
      csv(`team,ward,caregiverEmail\n${name},${name},${ana.email}\n`, 'teams.csv'),
    ])
    const answer = await post([csv(`reference,ward,room\n${name},${name},3\n`)])
    assert.deepEqual([answer.status, outcomeOf(answer)], [200, ['2 UPDATE']])
    assert.deepEqual(await placesOf(name), [{ reference: name, site: null, ward: name, room: '3' }])
    const patients = await service.call('GET', '/patients/overview', { token: ana.token })
    assert.deepEqual(
      patients.body.data.map(({ room }: { room: string }) => room),
      ['3'],
    )
  })

  test('moves nobody to a place where no caregiver is left, which may be misspelled', async () => {
    const [name, ana] = [unique(), await service.signUp({ role: 'CAREGIVER' })]
    await post([
      csv(`reference,firstName,lastName,ward\n${name},Irma,${name},${name}\n`),
      csv(`team,ward,caregiverEmail\n${name},${name},${ana.email}\n`, 'teams.csv'),
    ])
    const misspelled = csv(`reference,ward\n${name},Nroth\n`, 'rooms.csv')
    const people = csv(`reference,firstName,lastName,ward\n${name},Irma,${name},Nroth\n`)
    for (const file of [misspelled, people]) {
      const answer = await post([file], true)
      assert.match(
        messagesOf(answer),
        /no team looks after this place, and the patient has no other caregivers/,
      )
      assert.equal(answer.body.data.counts.ERROR, 1)
    }
    assert.equal((await post([misspelled])).body.data.applied, false)
    assert.deepEqual(await placesOf(name), [{ reference: name, site: null, ward: name, room: null }])
    // With a team of that ward, or a caregiver by hand, in the same import somebody is left.
    const team = csv(`team,ward,caregiverEmail\n${name} 2,Nroth,${ana.email}\n`, 'teams.csv')
    assert.equal((await post([misspelled, team], true)).body.data.counts.ERROR, 0)
    const byHand = csv(`reference,caregiverEmail\n${name},${ana.email}\n`, 'assignments.csv')
    assert.equal((await post([misspelled, byHand])).body.data.applied, true)
    const patients = await service.call('GET', '/patients/overview', { token: ana.token })
    assert.equal(patients.body.data[0].ward, 'Nroth')
  })

  const bad: [string, string, RegExp][] = [
    ['names nobody who is there', 'reference,room\nNAME-9,14\n', /neither known nor in these files/],
    ['names nobody', 'reference,room\n,14\n', /names no patient/],
    ['is about a caregiver', 'email,room\nana-NAME@example.org,14\n', /not a patient/],
    ['has a room of two lines', 'reference,room\nNAME,"1\n4"\n', /room must be a single line/],
    [
      'has the reference and the address of two people',
      'reference,email,room\nNAME,eva-NAME@example.org,14\n',
      /has another email/,
    ],
    [
      'gives another room than an earlier one',
      'reference,ward,room\nNAME,B,14\nNAME,C,\n',
      /line 2 of rooms\.csv gives this person another ward/,
    ],
    [
      'gives another room than the file of people',
      'reference,room\neva-NAME,14\n',
      /line 3 of people\.csv gives this person another room/,
    ],
  ]
  for (const [title, content, message] of bad)
    test(`with a line that ${title} is an error, and nothing is imported`, async () => {
      const name = unique()
      const people = [
        'reference,firstName,lastName,role,email,room',
        `${name},Irma,${name},,irma-${name}@example.org,`,
        `eva-${name},Eva,${name},,eva-${name}@example.org,3`,
        `,Ana,${name},nurse,ana-${name}@example.org,`,
      ].join('\n')
      const answer = await post([csv(content.replaceAll('NAME', name), 'rooms.csv'), csv(people)])
      assert.deepEqual([answer.status, answer.body.data.applied], [200, false])
      assert.equal(answer.body.data.counts.ERROR, 1)
      assert.match(messagesOf(answer), message)
      assert.equal(await countUsers(name), 0)
    })
})

describe('devices without addresses', () => {
  /** Has one resident, and makes a file of devices from their addresses and names. */
  async function aResident() {
    const name = unique()
    await post([csv(`reference,firstName,lastName\n${name},Irma,${name}\n`)])
    const devices = (...cells: string[]) =>
      csv(`macAddress,name,reference\n${cells.map((cell) => `${cell},${name}\n`).join('')}`, 'devices.csv')
    return { name, devices }
  }
  const addressesOf = (reference: string) =>
    service.ctx.db.query<{ mac: string }>(
      'select mac from devices join users on users.id = user_id where reference = $1',
      [reference],
    )

  test('need different names, so that none is lost', async () => {
    const { name, devices } = await aResident()
    for (const dryRun of [true, false]) {
      const answer = await post([devices(',Wrist', ',Wrist')], dryRun)
      assert.deepEqual([answer.body.data.applied, outcomeOf(answer)], [false, ['2 CREATE', '3 ERROR']])
      assert.match(
        messagesOf(answer),
        /same device name as line 2 of devices\.csv; give the second device another name or an address/,
      )
    }
    assert.deepEqual(await addressesOf(name), [])
    const corrected = devices(',Wrist', ',Belt')
    assert.deepEqual(outcomeOf(await post([corrected])), ['2 CREATE', '3 CREATE'])
    assert.deepEqual(outcomeOf(await post([corrected])), ['2 SKIP', '3 SKIP'])
    const again = await post([devices(',Wrist', ',Wrist')])
    assert.deepEqual([again.body.data.applied, outcomeOf(again)], [false, ['2 SKIP', '3 ERROR']])
  })

  for (const [title, ...order] of [
    ['before', 'MAC', ''],
    ['after', '', 'MAC'],
  ] as const)
    test(`may have the name of one with an address ${title} them`, async () => {
      const [{ name, devices }, mac] = [await aResident(), randomMac()]
      const file = devices(...order.map((address) => `${address.replace('MAC', mac)},Wrist`))
      assert.deepEqual(outcomeOf(await post([file])), ['2 CREATE', '3 CREATE'])
      assert.deepEqual(outcomeOf(await post([file])), ['2 SKIP', '3 SKIP'])
      assert.equal((await addressesOf(name)).length, 2)
    })
})

describe('one file', () => {
  test('brings in people with their rooms, caregivers, teams and devices', async () => {
    const name = unique()
    const email = `${name}@example.org`.toLowerCase()
    const mac = randomMac()
    const content = [
      'firstName,lastName,role,email,site,ward,room,team,caregiverEmails,deviceId,deviceName',
      `Irma,${name},resident,${name}-irma@example.org,Elm House,B,12,${name},${email},${mac},Wrist`,
      `Otto,${name},,,Elm House,B,14,,,,Wrist`,
      `Eva,${name},,,Elm House,B,15,,,,`,
      `Ana,${name},nurse,${email},,,,${name},,,`,
    ].join('\n')
    const answer = await post([csv(content)])
    assert.equal(answer.status, 201, answer.text)
    const { files, lines, resultCsv } = answer.body.data as {
      files: { kind: string; lines: number; ignoredColumns: string[] }[]
      lines: Line[]
      resultCsv: string
    }
    assert.deepEqual(
      files.map(({ kind, lines, ignoredColumns }) => [kind, lines, ignoredColumns]),
      [['people', 4, []]],
    )
    const keys = lines.flatMap(({ line, device }) => (device ? [{ line, ...device }] : []))
    assert.deepEqual(
      keys.map(({ line }) => line),
      [2, 3],
      'one key for each device',
    )
    assert.equal(keys[0]?.macAddress, mac)
    for (const { key, macAddress } of keys) {
      assert.equal(resultCsv.split(key).length, 2)
      const sent = await service.call('POST', '/device/sensor-stream', {
        token: key,
        body: goodReading(macAddress),
      })
      assert.equal(sent.status, 200, sent.text)
    }
    assert.deepEqual(
      lines.flatMap(({ line, invitation }) => (invitation ? [`${line} ${invitation.email}`] : [])),
      [`2 ${name}-irma@example.org`.toLowerCase(), `5 ${email}`],
      'one invitation for each person',
    )
    const cared = await service.ctx.db.query<{ firstName: string; room: string; chosen: boolean }>(
      `select first_name as "firstName", room,
              exists (select from team_patients where patient_id = users.id) as chosen
       from assignments join users on users.id = patient_id join residences using (patient_id)
       where last_name = $1 and by_hand`,
      [name],
    )
    assert.deepEqual(cared, [{ firstName: 'Irma', room: '12', chosen: true }])
    const again = await post([csv(content)])
    assert.deepEqual(
      again.body.data.lines.filter(({ action }: Line) => action !== 'SKIP'),
      [],
    )
  })

  test('registers devices by their names alone', async () => {
    const name = unique()
    const content = `Vorname;Name;Gerätename\nIrma;${name};Wrist\nOtto;${name};\n`
    const answer = await post([csv(content)])
    assert.deepEqual(outcomeOf(answer), ['2 CREATE', '2 CREATE', '3 CREATE'])
    assert.equal(await countUsers(name), 2)
    const [{ key, macAddress } = { key: '', macAddress: '' }, ...others] = answer.body.data.lines.flatMap(
      ({ device }: Line) => device ?? [],
    )
    assert.match(macAddress, /^02:/)
    assert.deepEqual(others, [])
    const sent = await service.call('POST', '/device/sensor-stream', {
      token: key,
      body: goodReading(macAddress),
    })
    assert.equal(sent.status, 200, sent.text)
    assert.deepEqual(outcomeOf(await post([csv(content)])), ['2 SKIP', '2 SKIP', '3 SKIP'])
  })

  test('with a line that has an error in one part imports nothing', async () => {
    const name = unique()
    const content = `firstName,lastName,room,macAddress\nIrma,${name},12,AA:BB\n,${name},13,${randomMac()}\n`
    const answer = await post([csv(content)])
    assert.deepEqual([answer.status, answer.body.data.applied], [200, false])
    assert.deepEqual(outcomeOf(answer), ['2 CREATE', '2 ERROR', '3 ERROR'])
    assert.equal(await countUsers(name), 0)
  })
})

describe('a file is known by its columns:', () => {
  const cases: [header: string, kind: string, ignored?: string[]][] = [
    ['firstName,lastName', 'people'],
    ['Name;Vorname;Zimmer', 'people'],
    ['firstName,lastName,caregiverEmails', 'people'],
    ['reference,firstName,lastName,caregivers', 'people'],
    ['firstName,lastName,caregiverEmail', 'assignments'],
    ['firstName,lastName,caregiverEmails,priority', 'assignments'],
    ['caregiverEmails,reference', 'assignments'],
    ['caregiverEmail,reference,room', 'assignments', ['room']],
    ['macAddress,firstName,lastName', 'devices'],
    ['macAddress,firstName,lastName,ward', 'people'],
    ['macAddress,firstName,lastName,team', 'people'],
    ['macAddress,reference,room', 'devices', ['room']],
    ['team,site,ward,caregiverEmail', 'teams'],
    ['team,ward,firstName,lastName', 'teams'],
    ['team,ward,room,firstName,lastName', 'people'],
    ['firstName,lastName,name,colour', 'people', ['name', 'colour']],
    ['reference,site,ward,room', 'rooms'],
    ['E-Mail;Wohnbereich', 'rooms'],
    ['reference,name,room', 'people'],
    ['Bewohner;Zimmer', 'people'],
    ['Pflegekraft;Bewohner', 'assignments'],
    ['firstName,lastName,deviceName', 'people'],
    ['Vorname;Name;Gerätename', 'people'],
    ['firstName,lastName,team,deviceName', 'people'],
    ['reference,deviceName', 'devices'],
    ['reference,deviceName,name', 'devices', ['name']],
  ]
  for (const [header, kind, ignoredColumns = []] of cases)
    test(`${header}: ${kind}`, async () => {
      const answer = await post([csv(`${header}\nIrma\n`)], true)
      const [file] = answer.body.data.files
      assert.deepEqual([file.kind, file.lines, file.ignoredColumns], [kind, 1, ignoredColumns])
    })

  test('people with all their caregivers are created', async () => {
    const [name, ana] = [unique(), await service.signUp({ role: 'CAREGIVER' })]
    const answer = await post([csv(`firstName,lastName,caregiverEmails\nIrma,${name},${ana.email}\n`)])
    assert.deepEqual([answer.status, outcomeOf(answer)], [201, ['2 CREATE', '2 CREATE']])
    assert.equal(await countUsers(name), 1)
  })
})

describe('a file', () => {
  const people = (name: string, separator: string) =>
    ['firstName', 'lastName', 'room'].join(separator) +
    `\r\n"Irma",${name}${separator}12\r\n`.replace(',', separator)

  for (const [title, separator] of [
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ] as const)
    test(`may have ${title} and a byte order mark`, async () => {
      const name = unique()
      const content = `\ufeff${people(name, separator)}`
      for (const file of [csv(content), bytes(Buffer.from(content))]) {
        const answer = await post([file], true)
        assert.deepEqual(outcomeOf(answer), ['2 CREATE'], messagesOf(answer))
      }
    })

  for (const [title, content, problem] of [
    ['UTF-16 without a mark', Buffer.from(people('Voss', ','), 'utf16le'), /perhaps UTF-16/],
    ['half a character of UTF-16', Buffer.from('fffe41', 'hex'), /perhaps UTF-16/],
    ['the umlauts of MS-DOS', Buffer.from('Vorname;Name\nEva;B\x84cker\n', 'latin1'), /neither in UTF-8/],
    ['bytes of no encoding', Buffer.from('Vorname;Name\nEva;M\x81ller\n', 'latin1'), /neither in UTF-8/],
    ['an open quote', Buffer.from('firstName,lastName\n"Irma,Voss\n'), /quote is opened and never closed/],
    ['unknown columns', Buffer.from('foo,bar\n1,2\n'), /unknown columns/],
    ['nothing in it', Buffer.from(''), /is empty/],
    ['a header only', Buffer.from('firstName,lastName\n'), /no lines after the header/],
    ['the bytes of a spreadsheet', Buffer.from('PK\x03\x04\x14\0'), /is a spreadsheet/],
    ['a column twice', Buffer.from('firstName,lastName,Vorname\nIrma,Voss,Irma\n'), /firstName twice/],
  ] as const)
    test(`with ${title} is an error that says so`, async () => {
      const answer = await post([bytes(content)])
      assert.deepEqual([answer.status, answer.body.data.applied], [200, false])
      assert.match(messagesOf(answer), problem)
    })

  for (const [count, end] of (
    [
      [5001, '\r\n'],
      [20_000, '\n'],
      [5001, '\n'],
      [100_000, '\n'],
      [100_000, '\r'],
    ] as const
  ).slice(0, often(1, 5)))
    test(`of ${count} lines that end with ${JSON.stringify(end)} is an error at the first line too many`, async () => {
      const content = `firstName,lastName${end}${`Irma,Voss${end}`.repeat(count)}`
      for (const dryRun of [true, false]) {
        const answer = await post([csv(content)], dryRun)
        assert.deepEqual([answer.status, answer.body.data.applied], [200, false])
        assert.deepEqual(outcomeOf(answer), ['5002 ERROR'])
        assert.equal(
          messagesOf(answer),
          `has ${count + 1} lines; at most 5000 are imported at once, from all files together`,
        )
      }
      assert.equal(await countUsers('Voss'), 0)
    })

  test('that has too many lines together with another one is an error', async () => {
    const name = unique()
    const people = Array.from({ length: 3000 }, (_, i) => `${name}-${i},Irma,${name}`)
    const devices = Array.from({ length: 2001 }, (_, i) => `,${name}-${i}`)
    const answer = await post([
      csv(['reference,firstName,lastName', ...people].join('\n')),
      csv(['macAddress,reference', ...devices].join('\n'), 'devices.csv'),
    ])
    const errors = answer.body.data.lines.filter(({ action }: Line) => action === 'ERROR')
    assert.deepEqual(
      errors.map(({ file, line }: Line) => `${file} ${line}`),
      ['devices.csv 2002'],
    )
    assert.equal(await countUsers(name), 0)
  })

  const megabytes = often(1, 30)
  test(`of ${megabytes} MB of empty lines is refused like any with too many`, async () => {
    // A line end takes two bytes of the request.
    const answer = await post([csv(`firstName,lastName\n${',\n'.repeat((megabytes * 1e6) / 3)}`)])
    assert.deepEqual(outcomeOf(answer), ['5002 ERROR'])
  })

  test('with a line that does not end is an error', async () => {
    const answer = await post([csv(`firstName,lastName\nIrma,${'x'.repeat(100_001)}\n`)], true)
    assert.match(messagesOf(answer), /cannot be read as CSV: a line has more than 100000 characters/)
  })

  for (const [title, content, line, count] of [
    ['a header', `firstName,lastName${',x'.repeat(48_999)}\nIrma,Voss\n`, 1, 49_001],
    ['a line', `firstName,lastName\nIrma,Voss\nIrma,Voss${','.repeat(199)}\n`, 3, 201],
  ] as const)
    test(`with ${title} of ${count} columns is refused`, async () => {
      for (const dryRun of [true, false]) {
        const { status, body } = await post([csv(content.replaceAll('Voss', 'Wide'))], dryRun)
        const details = { 'files.0': `has more than 200 columns in line ${line}` }
        assert.deepEqual([status, body.details], [400, details])
      }
      assert.equal(await countUsers('Wide'), 0)
    })

  test('with 200 columns is read', async () => {
    const answer = await post([csv(`firstName,lastName${',x'.repeat(198)}\nIrma,Wide\n`)], true)
    assert.deepEqual(outcomeOf(answer), ['2 CREATE'])
  })

  test('is read in many turns of the event loop, whatever it contains', async () => {
    const long = 'x'.repeat(90_000)
    for (const [content, leastTurns] of [
      [`firstName,lastName${',x'.repeat(49_000)}\n`, 20],
      [`firstName,lastName${',x'.repeat(198)}\n${`Irma,Voss${',1'.repeat(198)}\n`.repeat(1000)}`, 100],
      [`firstName,lastName,x\n${`Irma,Voss,${long}\n`.repeat(10)}`, 200],
      ['\n'.repeat(often(1_000_000, 3_000_000)), often(3, 10)],
    ] as const) {
      let turns = 0
      const reading = readFile('people.csv', content, 5000).catch(() => undefined)
      let isRead = false
      void reading.then(() => {
        isRead = true
      })
      for (; !isRead; turns++) await setImmediate()
      assert.ok(turns >= leastTurns, `${turns} turns for ${content.length} characters`)
    }
  })

  test('of many pieces is read as a whole, whatever is where they meet', async () => {
    const lines = Array.from({ length: 4000 }, (_, i) => `Irma,"Ö${i}, ""x""\r\n${'–'.repeat(30)}",${i}`)
    const answer = await post([csv(`firstName,lastName,reference\r\n${lines.join('\r\n')}\r\n`)], true)
    const outcomes = answer.body.data.lines as Line[]
    assert.equal(outcomes.length, 4000)
    assert.deepEqual(
      outcomes.filter(({ line }, i) => line !== 2 + 2 * i),
      [],
    )
  })

  test('may name its separator before the header, as Excel does', async () => {
    const answer = await post([csv('sep=;\r\nfirstName;lastName;room\r\nIrma;Voss;12, left\r\n')], true)
    assert.deepEqual(outcomeOf(answer), ['3 CREATE'], messagesOf(answer))
  })

  test('is given as a text or as bytes, and at least one is', async () => {
    for (const files of [[], [{ name: 'a.csv' }], [{ name: 'a.csv', content: '', contentBase64: '' }]])
      assert.equal((await post(files)).status, 400)
    const { status, body } = await post([{ name: 'a.csv', contentBase64: 'not base64!' }])
    assert.deepEqual([status, body.details], [400, { 'files.0.contentBase64': 'must be base64' }])
  })
})

describe('a line', () => {
  const bad: [string, string, RegExp][] = [
    [
      'is there twice',
      'firstName,lastName\nIrma,NAME\nIrma,NAME\n',
      /^is the same person as in line 2 of people\.csv; give both a reference to tell them apart$/m,
    ],
    [
      'has the name of one without a reference',
      'reference,firstName,lastName\n,Irma,NAME\nNAME-1,Irma,NAME\n',
      /^is the same person as in line 2 of people\.csv; give both a reference to tell them apart$/m,
    ],
    [
      'has the reference of another',
      'reference,firstName,lastName\nNAME-1,Irma,NAME\nNAME-1,Irma,NAME\n',
      /^has the reference or e-mail address of the person in line 2 of people\.csv; remove one of the lines, or/m,
    ],
    [
      'has the e-mail address of another',
      'reference,firstName,lastName,email\nNAME-1,Irma,NAME,NAME@example.org\nNAME-2,Irma,NAME,NAME@example.org\n',
      /^has the reference or e-mail address of the person in line 2 of people\.csv; remove one of the lines, or/m,
    ],
    [
      'has too long a name',
      `firstName,lastName\n${'I'.repeat(101)},NAME\n`,
      /^firstName must be at most 100 characters long$/m,
    ],
    [
      'has too short a number',
      'firstName,lastName,phone\nIrma,NAME,1\n',
      /^phone must be at least 3 characters long$/m,
    ],
    [
      'has a formula as name',
      'firstName,lastName\n"=HYPERLINK(""http://x"")",NAME\n',
      /begin like a formula/,
    ],
    ['has a formula of wide characters as name', 'firstName,lastName\n＝cmd,NAME\n', /begin like a formula/],
    ['has too many cells', 'firstName,lastName,room\nIrma,NAME,12, left\n', /more cells than the header/],
    ['has no last name', 'firstName,lastName\nIrma,\n', /lastName is required/],
    ['makes an admin', 'firstName,lastName,role\nIrma,NAME,ADMIN\n', /role must be/],
    ['has a date of no calendar', 'firstName,lastName,dateOfBirth\nIrma,NAME,2023-02-30\n', /dateOfBirth/],
    ['has a date in the future', 'firstName,lastName,dateOfBirth\nIrma,NAME,2999-01-01\n', /past/],
    [
      'has the address of somebody else',
      'firstName,lastName,email\nIrma,NAME,admin@example.org\n',
      /another role/,
    ],
    ['names an unknown caregiver', 'caregiverEmail,reference\nnobody@example.org,NAME\n', /neither known/],
    ['names an unknown patient', 'macAddress,reference\n,NAME\n', /neither known/],
    ['names no patient', 'macAddress,reference,name\n,,Wrist\n', /names no patient/],
    ['has no MAC address as one', 'macAddress,reference\nAA:BB,NAME\n', /MAC address/],
  ]
  for (const [title, content, message] of bad)
    test(`that ${title} is an error, and nothing is imported`, async () => {
      const name = unique()
      const answer = await post([csv(content.replaceAll('NAME', name))])
      assert.deepEqual([answer.status, answer.body.data.applied], [200, false])
      assert.ok(outcomeOf(answer).some((line) => line.endsWith('ERROR')))
      assert.match(messagesOf(answer), message)
      assert.equal(await countUsers(name), 0)
    })

  test('that goes on within quotes is known by where it begins', async () => {
    const answer = await post([csv(`firstName,lastName,room\nIrma,${unique()},"1\n2"\nOtto,,3\n`)])
    assert.deepEqual(outcomeOf(answer), ['2 ERROR', '4 ERROR'])
  })

  test('that names one of two namesakes asks for a reference', async () => {
    const name = unique()
    await post([csv(`reference,firstName,lastName\n${name}1,Irma,${name}\n${name}2,Irma,${name}\n`)])
    const answer = await post([csv(`macAddress,firstName,lastName\n,Irma,${name}\n`)])
    const text = '2 patients have this name; give a reference or an e-mail address'
    assert.equal(messagesOf(answer), text)
    assert.deepEqual(answer.body.data.lines[0].messages, [{ code: 'NAMESAKES', details: { count: 2 }, text }])
  })

  test('gives a reference to the one patient who has the name and no reference yet', async () => {
    const name = unique()
    await post([csv(`firstName,lastName\nIrma,${name}\n`)])
    const known = await post([csv(`reference,firstName,lastName\n${name}-1,Irma,${name}\n`)])
    assert.deepEqual(outcomeOf(known), ['2 UPDATE'])
    const namesake = await post([csv(`reference,firstName,lastName\n${name}-2,Irma,${name}\n`)])
    assert.deepEqual(outcomeOf(namesake), ['2 CREATE'])
    assert.equal(await countUsers(name), 2)
  })

  test('of two files with one name is refused', async () => {
    const people = `firstName,lastName\nIrma,${unique()}\n`
    const { status, body } = await post([csv(people), csv(people)])
    assert.deepEqual([status, body.details], [400, { files: 'must have different names' }])
  })

  test('with a room like a formula is stored as it is, and shown safely', async () => {
    const name = unique()
    const answer = await post([csv(`firstName,lastName,room\nIrma,${name},-1.12\n`, '=cmd.csv')])
    assert.equal(answer.status, 201)
    assert.match(answer.body.data.resultCsv, /\r\n'=cmd\.csv,2,CREATE/)
  })
})

const residentCount = often(100, 500)
test(`${residentCount} residents with devices are imported in one request`, async () => {
  const name = unique()
  const numbers = Array.from({ length: residentCount }, (_, i) => i)
  const lines = numbers.map((i) => `${name}-${i},Irma,${name}${i},Elm House,B,${i}`)
  const { status, body } = await post([
    csv(`reference,firstName,lastName,site,ward,room\n${lines.join('\n')}\n`),
    csv(`macAddress,reference\n${numbers.map((i) => `,${name}-${i}`).join('\n')}\n`, 'devices.csv'),
  ])
  assert.deepEqual([status, body.data.counts.CREATE], [201, 2 * residentCount])
})
