import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startMailServer } from '../../harness/mail-server.ts'
import { acceptInvitation } from '../support/people.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const mailServer = await startMailServer({
  refuseRecipient: (address) => (address.startsWith('full-') ? 452 : undefined),
})
after(() => mailServer.stop())
const publicUrl = 'https://fallwatch.example.org'
const service = useSteadyService({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'care@example.org',
  PUBLIC_URL: publicUrl,
})

type Encoding = 'windows-1252' | 'utf-8' | 'utf-8 with a mark' | 'utf-16le'

/** The bytes that a spreadsheet saves. */
function written(text: string, encoding: Encoding): Buffer {
  if (encoding === 'windows-1252') return Buffer.from(text.replaceAll('€', '\x80'), 'latin1')
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(encoding === 'utf-8' ? text : `\ufeff${text}`)
}

interface Given {
  name?: string
  encoding?: Encoding
  columns?: Record<string, string | null>
  role?: string
  dates?: Record<string, string>
}

const sheet = (
  lines: readonly string[],
  { name = 'Bewohner.csv', encoding = 'windows-1252', ...choices }: Given = {},
) => ({
  name,
  contentBase64: written(`${lines.join('\r\n')}\r\n`, encoding).toString('base64'),
  ...choices,
})

async function post(files: object[], more: object = {}) {
  const token = await service.adminToken()
  const answer = await service.call('POST', '/admin/imports', { token, body: { files, ...more } })
  return { ...answer, data: answer.body.data }
}
const dryRun = { dryRun: true }
const unique = () => `Q${randomUUID().replaceAll('-', '')}`
const birthDatesOf = async (lastName: string) =>
  (
    await service.ctx.db.query<{ born: string }>(
      `select date_of_birth::text as born from users where last_name = $1 order by first_name`,
      [lastName],
    )
  ).map(({ born }) => born)
const errorsOf = ({ data }: { data: { errors: { text: string; lines: number[] }[] } }) =>
  data.errors.map(({ text, lines }) => [text, lines])

describe('the encoding of a spreadsheet is recognised:', () => {
  for (const [encoding, shown] of [
    ['windows-1252', 'Windows-1252'],
    ['utf-8', 'UTF-8'],
    ['utf-8 with a mark', 'UTF-8'],
    ['utf-16le', 'UTF-16'],
  ] as const)
    test(encoding, async () => {
      const name = `Bäcker-Núñez${unique()}`
      const lines = ['Name;Vorname;Zimmer;Telefon', `${name};Björn;12;0171/123456`]
      const { status, data, text } = await post([sheet(lines, { encoding })])
      assert.equal(status, 201, text)
      assert.equal(data.files[0].encoding, shown)
      const [row] = await service.ctx.db.query('select first_name, phone from users where last_name = $1', [
        name,
      ])
      assert.deepEqual(row, { first_name: 'Björn', phone: '0171 123456' })
    })
})

describe('dates of birth', () => {
  const people = (name: string, dates: readonly string[]) => [
    'Vorname;Name;Geb.-Datum',
    ...dates.map((date, i) => `P${i};${name};${date}`),
  ]

  test('are read as people write them', async () => {
    const name = unique()
    const dates = ['8.10.1945', '08.10.1945', '1945-10-08', '08.10.1945 00:00', '8. 10. 1945']
    const { status, text } = await post([sheet(people(name, dates))])
    assert.equal(status, 201, text)
    assert.deepEqual(
      await birthDatesOf(name),
      dates.map(() => '1945-10-08'),
    )
  })

  for (const [title, dates, first] of [
    ['a day above 12 first', ['10/8/1945', '23/8/1945'], '1945-08-10'],
    ['a day above 12 second', ['10/8/1945', '8/23/1945'], '1945-10-08'],
  ] as const)
    test(`follow the order of the file, with ${title}`, async () => {
      const name = unique()
      const { data, text } = await post([sheet(people(name, dates))])
      assert.equal(data.applied, true, text)
      assert.equal((await birthDatesOf(name))[0], first)
    })

  test('whose order nobody can tell are asked about, and imported by the answer', async () => {
    const name = unique()
    const lines = people(name, ['10/8/1945', '7/7/1940', '1/2/1941'])
    const asked = await post([sheet(lines)])
    assert.deepEqual([asked.status, asked.data.applied, asked.data.counts.ERROR], [200, false, 0])
    assert.deepEqual(asked.data.questions, [
      {
        ...{ file: 'Bewohner.csv', about: 'dateOrder', example: '10/8/1945', lines: [2, 4] },
        options: [
          { answer: 'DAY_FIRST', date: '1945-08-10' },
          { answer: 'MONTH_FIRST', date: '1945-10-08' },
        ],
      },
    ])
    assert.deepEqual(await birthDatesOf(name), [])
    const { data } = await post([sheet(lines, { dates: { dateOrder: 'MONTH_FIRST' } })])
    assert.deepEqual([data.applied, data.questions], [true, []])
    assert.deepEqual(await birthDatesOf(name), ['1945-10-08', '1940-07-07', '1941-01-02'])
  })

  test('with years of two digits are asked about', async () => {
    const name = unique()
    const lines = people(name, ['08.10.45', '01.02.20'])
    const asked = await post([sheet(lines)])
    const [question] = asked.data.questions
    assert.deepEqual([asked.data.applied, question.about, question.lines], [false, 'twoDigitYears', [2, 3]])
    // The other date is the same with both answers.
    assert.equal(question.example, '01.02.20')
    assert.deepEqual(
      question.options.map(({ date }: { date: string }) => date),
      ['1920-02-01', '2020-02-01'],
    )
    const { data } = await post([sheet(lines, { dates: { twoDigitYears: 'NINETEEN_HUNDREDS' } })])
    assert.equal(data.applied, true)
    assert.deepEqual(await birthDatesOf(name), ['1945-10-08', '1920-02-01'])
    const staff = unique()
    await post([
      sheet(people(staff, ['08.10.85', '01.02.01']), { dates: { twoDigitYears: 'LAST_HUNDRED_YEARS' } }),
    ])
    assert.deepEqual(await birthDatesOf(staff), ['1985-10-08', '2001-02-01'])
  })

  test('of no calendar are one error with all its lines', async () => {
    const dates = ['31.02.1945', '8.10.1945', '8.13.1945', 'unbekannt']
    const answer = await post([sheet(people(unique(), dates))])
    assert.equal(answer.data.applied, false)
    assert.deepEqual(errorsOf(answer), [['dateOfBirth must be a real date written YYYY-MM-DD', [2, 4, 5]]])
  })
})

describe('columns', () => {
  test('that are not recognised are listed with examples, and can be assigned', async () => {
    const name = unique()
    const lines = ['Vorname;Name;Stockwerk;Kürzel', `Irma;${name};2. OG;IV`, `Otto;${name};;OL`]
    const preview = await post([sheet(lines)], dryRun)
    const [file] = preview.data.files
    assert.deepEqual(file.ignoredColumns, ['Stockwerk', 'Kürzel'])
    assert.deepEqual(file.columns[2], { title: 'Stockwerk', field: null, examples: ['2. OG'] })
    const { data } = await post([sheet(lines, { columns: { Stockwerk: 'ward', Kürzel: 'reference' } })])
    assert.deepEqual([data.applied, data.files[0].ignoredColumns], [true, []])
    const rows = await service.ctx.db.query(
      `select reference, ward from users left join residences on patient_id = users.id
       where last_name = $1 order by reference`,
      [name],
    )
    assert.deepEqual(rows, [
      { reference: 'IV', ward: '2. OG' },
      { reference: 'OL', ward: null },
    ])
  })

  test('of a file that cannot be understood can be assigned as well, or left out', async () => {
    const name = unique()
    const unknown = sheet(['A;B', `Irma;${name}`], { name: 'x.csv' })
    const { data } = await post([unknown], dryRun)
    assert.deepEqual([data.files[0].kind, data.errors[0].code], [null, 'UNKNOWN_COLUMNS'])
    assert.deepEqual(
      data.files[0].columns.map(({ title }: { title: string }) => title),
      ['A', 'B'],
    )
    const assigned = await post([{ ...unknown, columns: { A: 'firstName', B: 'lastName' } }], dryRun)
    assert.equal(assigned.data.counts.CREATE, 1)
    const twice = ['Vorname;Name;Telefon;Handy', `Irma;${name};123;456`]
    assert.equal((await post([sheet(twice)], dryRun)).data.errors[0].code, 'COLUMN_TWICE')
    const one = await post([sheet(twice, { columns: { Telefon: null } })], dryRun)
    assert.equal(one.data.counts.CREATE, 1)
    const wrong = await post([sheet(twice, { columns: { Telefon: 'password' } })], dryRun)
    assert.equal(wrong.status, 400)
  })

  test('with the same title can be assigned one by one', async () => {
    const name = unique()
    const lines = ['Vorname;Name;Telefon;Telefon', `Irma;${name};0171 123;0172 456`]
    const { data } = await post([sheet(lines)], dryRun)
    assert.equal(data.errors[0].code, 'COLUMN_TWICE')
    const titles = data.files[0].columns.map(({ title }: { title: string }) => title)
    assert.deepEqual(titles, ['Vorname', 'Name', 'Telefon', 'Telefon (2)'])
    const columns = { Telefon: null, 'Telefon (2)': 'emergencyContact' }
    assert.equal((await post([sheet(lines, { columns })])).data.applied, true)
    const [row] = await service.ctx.db.query(
      'select phone, emergency_contact as contact from users where last_name = $1',
      [name],
    )
    assert.deepEqual(row, { phone: null, contact: '0172 456' })
  })

  test('are found below a title and empty lines', async () => {
    const name = unique()
    const lines = [
      ';;',
      'Bewohner Haus Abendrot;;',
      '',
      'Stand: 1.11.;;',
      'Name;Vorname;Zimmer',
      `${name};Irma;1`,
    ]
    const { data, text } = await post([sheet([...lines, `${name};Otto;1;2`])], dryRun)
    assert.deepEqual(data.counts, { CREATE: 1, UPDATE: 0, SKIP: 0, ERROR: 1 }, text)
    assert.deepEqual([data.lines[0].line, data.errors[0].lines], [6, [7]])
    const alone = await post([sheet([';;', 'A;B;C', `Irma;${name};1`])], dryRun)
    assert.deepEqual(alone.data.files[0].columns[0], { title: 'A', field: null, examples: ['Irma'] })
  })

  test('with the whole name are split', async () => {
    const name = unique()
    const lines = ['Bewohner;Zimmer', `"${name}, Irma";1`, `Otto von ${name};2`]
    const { status, text } = await post([sheet(lines)])
    assert.equal(status, 201, text)
    const rows = await service.ctx.db.query(
      `select first_name, last_name from users where last_name like $1 order by first_name`,
      [`%${name}`],
    )
    assert.deepEqual(rows, [
      { first_name: 'Irma', last_name: name },
      { first_name: 'Otto', last_name: `von ${name}` },
    ])
  })
})

describe('staff without e-mail addresses', () => {
  const staff = (name: string) =>
    sheet(['Name;Vorname;Funktion;Wohnbereich', `Müller${name};Jörg-Peter;Pflegefachkraft;${name}`], {
      name: 'Mitarbeiter.csv',
    })

  test('get a sign-in name, an invitation to hand over, and the residents of their ward', async () => {
    const name = unique()
    const residents = sheet([
      'Nr.;Name;Vorname;Wohnbereich;Zimmer;Armband',
      `${name};Voß${name};Irma;${name};12;Armband 1`,
    ])
    const { status, data, text } = await post([residents, staff(name)])
    assert.equal(status, 201, text)
    const line = data.lines.find(({ invitation }: { invitation: object | null }) => invitation)
    const signInName = `joerg.mueller${name}`.toLowerCase()
    assert.deepEqual(
      [line.access, line.invitation.email, line.invitation.signInName],
      ['TO_HAND_OVER', null, signInName],
    )
    assert.equal(line.invitation.url, `${publicUrl}/invitation#${line.invitation.token}`)
    const accepted = await acceptInvitation(service, line.invitation.token, goodPassword)
    const overview = await service.call('GET', '/patients/overview', { token: accepted.token })
    assert.deepEqual(
      overview.body.data.map(({ room }: { room: string }) => room),
      ['12'],
    )
    // Whatever the case, as with an address.
    const signedIn = await service.logIn(signInName.toUpperCase())
    assert.deepEqual([signedIn.status, signedIn.body.data.email], [200, null])
    const { device } = data.lines.find((one: { device: object | null }) => one.device)
    assert.equal(device.patientName, `Irma Voß${name}`)
    assert.deepEqual(device.place, { site: null, ward: name, room: '12' })
    const again = await post([residents, staff(name)])
    assert.deepEqual(again.data.counts, { CREATE: 0, UPDATE: 0, SKIP: 4, ERROR: 0 }, again.text)
    const states = again.data.lines.map(({ access }: { access: string | null }) => access)
    assert.deepEqual(states, ['NONE', null, 'HAS_PASSWORD', null])
  })

  test('whose list writes a ward differently leave its residents to nobody, and the answer says so', async () => {
    const name = unique()
    const people = [`Irma;${name};${name}`, `Otto;${name};${name}`, `Ida;${name};`]
    const residents = sheet(['Vorname;Name;Wohnbereich', ...people])
    const nurse = (ward: string) =>
      sheet(['Vorname;Name;Wohnbereich', `Jo;Weiß-${name};${ward}`], { name: 'Personal.csv' })
    const alone = { site: null, ward: null, count: 1 }
    const other = await post([residents, nurse(`WB ${name}`)], dryRun)
    assert.deepEqual(other.data.unattended, [{ site: null, ward: name, count: 2 }, alone], other.text)
    const same = await post([residents, nurse(name.toUpperCase())])
    assert.deepEqual([same.data.applied, same.data.unattended], [true, [alone]], same.text)
  })

  test('who have one name get different sign-in names', async () => {
    const name = unique()
    const lines = ['Vorname;Name;Anmeldename', `Ana;${name};`, `Ana;${name};ana-${name}`]
    const both = await post([sheet(lines.slice(0, 2), { name: 'Personal.csv' })])
    assert.equal(both.status, 201, both.text)
    const second = await post([
      sheet([lines[0] ?? '', lines[2] ?? ''], { name: 'Personal.csv', role: 'CAREGIVER' }),
    ])
    // The first has no name of their own choice, so that it could be the same person.
    assert.equal(second.data.errors.length + second.data.counts.CREATE, 1, second.text)
    const other = await post([sheet(['Vorname;Name', `Ana Lucía;${name}`], { name: 'Personal.csv' })])
    const { signInName } = other.data.lines[0].invitation
    assert.equal(signInName, `ana.${name}2`.toLowerCase())
  })

  test('who have one name in one list are told apart by sign-in names or addresses', async () => {
    const name = unique()
    const head = 'Vorname;Name;Anmeldename'
    const staffOf = (...names: string[]) =>
      post([sheet([head, ...names.map((one) => `Ana;${name};${one}`)], { name: 'Personal.csv' })], dryRun)
    const codesOf = ({ data }: { data: { errors: { code: string }[] } }) =>
      data.errors.map(({ code }) => code)
    assert.deepEqual(codesOf(await staffOf('', '')), ['SAME_CAREGIVER'])
    assert.deepEqual(codesOf(await staffOf('ana-one', 'Ana-One')), ['SIGN_IN_NAME_TAKEN'])
    assert.deepEqual(codesOf(await staffOf('ana-one', 'ana-two')), [])
  })

  test('are named by others by their names', async () => {
    const name = unique()
    const residents = [
      'Vorname;Name;Bezugspflege',
      `Irma;${name};"Jörg-Peter Müller${name}"`,
      `Otto;${name};"Müller${name}, Jörg-Peter"`,
    ]
    const { status, data, text } = await post([staff(name), sheet(residents)])
    assert.equal(status, 201, text)
    const says = data.lines.map(({ message }: { message: string }) => message)
    assert.equal(says.filter((said: string) => said.startsWith('is assigned to Jörg-Peter')).length, 2, text)
  })

  test('in a file that does not say so are staff if somebody says it', async () => {
    const name = unique()
    const lines = ['Name;Vorname;Funktion', `${name};Ana;Hauswirtschaft`]
    const preview = await post([sheet(lines, { name: 'Liste.csv' })], dryRun)
    assert.equal(preview.data.errors[0].code, 'ROLE_UNKNOWN')
    const { data } = await post([sheet(lines, { name: 'Liste.csv', role: 'CAREGIVER' })])
    assert.equal(data.lines[0].access, 'TO_HAND_OVER')
  })

  test('are known by the words of their jobs, for all genders, and told apart from relatives', async () => {
    const name = unique()
    const rolesOf = async (words: readonly string[]) => {
      const lines = ['Vorname;Name;Rolle', ...words.map((word, i) => `P${i};${name};${word}`)]
      const { data, text } = await post([sheet(lines, { name: 'Liste.csv' })])
      assert.equal(data.applied, true, text)
    }
    await rolesOf([
      'Pflegefachkraft (m/w/d)',
      'Altenpfleger/-in',
      'Pfleger*in',
      'enfermero/a',
      'Schwägerin',
      'hijo/a',
    ])
    const people = await service.ctx.db.query<{ role: string }>(
      'select role from users where last_name = $1',
      [name],
    )
    assert.deepEqual(
      people.map(({ role }) => role),
      Array(6).fill('CAREGIVER'),
    )
  })
})

describe('relatives', () => {
  const assignmentsOf = (name: string) =>
    service.ctx.db.query(
      `select kind, relationship from assignments join users on users.id = patient_id
       where last_name = $1 order by lower(relationship)`,
      [name],
    )

  test('are known by their roles in three languages, and named with the residents', async () => {
    const name = unique()
    const residents = sheet(['Nr.;Vorname;Name', `${name};Irma;${name}`])
    const relatives = sheet(
      [
        'Vorname;Name;Rolle;Bewohner',
        `Eva;${name};Tochter;${name}`,
        `Luis;${name};familiar;Irma ${name}`,
        `Ann;${name};relative;"${name}, Irma"`,
        `Jo;${name};Pflegefachkraft;${name}`,
      ],
      { name: 'Liste.csv' },
    )
    const { status, text } = await post([residents, relatives])
    assert.equal(status, 201, text)
    assert.deepEqual(await assignmentsOf(name), [
      { kind: 'RELATIVE', relationship: 'familiar' },
      { kind: 'RELATIVE', relationship: 'relative' },
      { kind: 'RELATIVE', relationship: 'Tochter' },
      { kind: 'STAFF', relationship: null },
    ])
  })

  test('do not join the team of the ward that their line names', async () => {
    const name = unique()
    const residents = sheet(['Vorname;Name;Wohnbereich', `Irma;${name};${name}`, `Otto;${name};${name}`])
    const staff = sheet(['Vorname;Name;Wohnbereich', `Jo;${name};${name}`], { name: 'Personal.csv' })
    const relatives = sheet(['Vorname;Name;Wohnbereich;Bewohner', `Eva;Roth-${name};${name};Irma ${name}`], {
      name: 'Angehörige.csv',
    })
    const { status, data, text } = await post([residents, staff, relatives])
    assert.equal(status, 201, text)
    const said = data.lines.flatMap(({ messages }: { messages: { code: string }[] }) => messages)
    assert.ok(
      said.some(({ code }: { code: string }) => code === 'RELATIVE_WITHOUT_TEAM'),
      text,
    )
    const assigned = await service.ctx.db.query(
      `select patient.first_name as name, kind from assignments
       join users patient on patient.id = patient_id join users caregiver on caregiver.id = caregiver_id
       where caregiver.last_name = $1`,
      [`Roth-${name}`],
    )
    assert.deepEqual(assigned, [{ name: 'Irma', kind: 'RELATIVE' }])
  })

  test('are named in a list of who looks after whom, by the relationship or the kind', async () => {
    const name = unique()
    const people = ['Eva', 'Ana', 'Ida'].map((first) => `${first};${name}`)
    const staff = sheet(['Vorname;Name', ...people], { name: 'Personal.csv' })
    const resident = sheet(['Vorname;Name', `Irma;Voss-${name}`])
    const pairs = sheet(
      [
        'Pflegekraft;Bewohner;Beziehung;Art',
        `Eva ${name};Irma Voss-${name};hija;`,
        `Ana ${name};Irma Voss-${name};Schwester;`,
        `Ida ${name};Irma Voss-${name};Nachbarin;Personal`,
      ],
      { name: 'Zuordnung.csv' },
    )
    const { status, text } = await post([staff, resident, pairs])
    assert.equal(status, 201, text)
    assert.deepEqual(await assignmentsOf(`Voss-${name}`), [
      { kind: 'RELATIVE', relationship: 'hija' },
      { kind: 'STAFF', relationship: 'Nachbarin' },
      { kind: 'STAFF', relationship: 'Schwester' },
    ])
  })
})

describe('with a mail server', () => {
  test('invitations are mailed, and the result says so for each person', async () => {
    const name = unique()
    const file = sheet(['Vorname;Name;E-Mail', `Ana;${name};ana-${name}@example.org`, `Bea;${name};`], {
      name: 'Personal.csv',
    })
    const preview = await post([file], dryRun)
    const states = ({ data }: { data: { lines: { access: string }[] } }) =>
      data.lines.map(({ access }) => access)
    assert.deepEqual(states(preview), ['MAILED', 'TO_HAND_OVER'])
    const { data, text } = await post([file])
    assert.deepEqual(states({ data }), ['MAILED', 'TO_HAND_OVER'], text)
    const mail = mailServer.mails.find(({ to }) => to.includes(`ana-${name}@example.org`.toLowerCase()))
    assert.ok(mail?.text.includes(data.lines[0].invitation.token), mail?.text)
  })

  test('an invitation that cannot be mailed is handed over, and the result says so', async () => {
    const name = unique()
    const lines = [
      'Vorname;Name;E-Mail',
      `Ana;${name};full-${name}@example.org`,
      `Bea;${name};b-${name}@example.org`,
    ]
    const { data, text } = await post([sheet(lines, { name: 'Personal.csv' })])
    const [ana, bea] = data.lines
    assert.deepEqual([data.applied, ana.access, bea.access], [true, 'MAIL_FAILED', 'MAILED'], text)
    await acceptInvitation(service, ana.invitation.token, goodPassword)
  })

  test('nobody is written to who is not to be', async () => {
    const name = unique()
    const file = sheet(['Vorname;Name;E-Mail', `Ana;${name};ana-${name}@example.org`], {
      name: 'Personal.csv',
    })
    assert.equal((await post([file], { mail: false })).data.lines[0].access, 'TO_HAND_OVER')
  })
})
