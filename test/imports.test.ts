import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { acceptInvitation } from './support/people.ts'
import { goodReading } from './support/readings.ts'
import { goodPassword, useService } from './support/service.ts'

const service = useService()

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

/** aHome is three files about a caregiver and two residents. */
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
      [201, { CREATE: 0, UPDATE: 0, SKIP: 5, ERROR: 0 }],
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
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    )
    assert.equal(await countUsers(name), 3)
  })

  test('imports nothing if one line has an error', async () => {
    const name = unique()
    const content = `firstName,lastName,email\nIrma,${name},\nOtto,${name},otto\n`
    const answer = await post([csv(content)])
    assert.deepEqual([answer.status, answer.body.data.applied], [200, false])
    assert.deepEqual(outcomeOf(answer), ['2 CREATE', '3 ERROR'])
    assert.match(messagesOf(answer), /email must be a valid e-mail address/)
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

  test('takes caregivers from a column of the people, also of a later line', async () => {
    const name = unique()
    const answer = await post([
      csv(
        `firstName,lastName,role,email,caregiverEmails\nIrma,${name},patient,,${name}@example.org\n` +
          `Ana,${name},nurse,${name}@example.org,\n`,
      ),
    ])
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(outcomeOf(answer), ['2 CREATE', '3 CREATE', '2 CREATE'])
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
    ['UTF-16', Buffer.from(`\ufeff${people('Voss', ',')}`, 'utf16le'), /UTF-16/],
    ['Latin-1', Buffer.from('firstName,lastName\nJosé,Muñoz\n', 'latin1'), /not encoded in UTF-8/],
    ['an open quote', Buffer.from('firstName,lastName\n"Irma,Voss\n'), /quote is opened and never closed/],
    ['unknown columns', Buffer.from('foo,bar\n1,2\n'), /unknown columns/],
    ['nothing in it', Buffer.from(''), /is empty/],
    ['a column twice', Buffer.from('firstName,lastName,Vorname\nIrma,Voss,Irma\n'), /firstName twice/],
  ] as const)
    test(`with ${title} is an error that says so`, async () => {
      const answer = await post([bytes(content)])
      assert.deepEqual([answer.status, answer.body.data.applied], [200, false])
      assert.match(messagesOf(answer), problem)
    })

  test('of 100,000 lines is refused, and so is one of 5,001', async () => {
    for (const count of [5_001, 100_000]) {
      const content = `firstName,lastName\n${'Irma,Voss\n'.repeat(count)}`
      const { status, body } = await post([csv(content)])
      assert.equal(status, 400)
      assert.match(body.details.files, /at most 5000/)
    }
  })

  test('is given as a text or as bytes, and at least one is', async () => {
    for (const files of [[], [{ name: 'a.csv' }], [{ name: 'a.csv', content: '', contentBase64: '' }]])
      assert.equal((await post(files)).status, 400)
  })
})

describe('a line', () => {
  const bad: [string, string, RegExp][] = [
    ['is there twice', 'firstName,lastName\nIrma,NAME\nIrma,NAME\n', /same person as in line 2/],
    [
      'has a formula as name',
      'firstName,lastName\n"=HYPERLINK(""http://x"")",NAME\n',
      /begin like a formula/,
    ],
    ['has no last name', 'firstName,lastName\nIrma,\n', /lastName is required/],
    ['makes an admin', 'firstName,lastName,role\nIrma,NAME,ADMIN\n', /role must be/],
    ['is a caregiver without an address', 'firstName,lastName,role\nAna,NAME,CAREGIVER\n', /needs an e-mail/],
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

  test('that names one of two namesakes asks for a reference', async () => {
    const name = unique()
    await post([csv(`reference,firstName,lastName\n${name}1,Irma,${name}\n${name}2,Irma,${name}\n`)])
    const answer = await post([csv(`macAddress,firstName,lastName\n,Irma,${name}\n`)])
    assert.match(messagesOf(answer), /2 patients have this name/)
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

test('500 residents with devices are imported in one request', async () => {
  const name = unique()
  const numbers = Array.from({ length: 500 }, (_, i) => i)
  const lines = numbers.map((i) => `${name}-${i},Irma,${name}${i},Elm House,B,${i}`)
  const { status, body } = await post([
    csv(`reference,firstName,lastName,site,ward,room\n${lines.join('\n')}\n`),
    csv(`macAddress,reference\n${numbers.map((i) => `,${name}-${i}`).join('\n')}\n`, 'devices.csv'),
  ])
  assert.deepEqual([status, body.data.counts.CREATE], [201, 1000])
})
