import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHeader, readRole } from '../web/src/admin/import-columns.ts'
import { decodeCsv, parseCsv, toCsv } from '../web/src/admin/import-csv.ts'
import { importOrder, type KnownAccount, planImport } from '../web/src/admin/import-plan.ts'
import { type ImportActions, type ImportLine, runImport } from '../web/src/admin/import-run.ts'

const cellsOf = (text: string) => parseCsv(text).rows.map(({ cells }) => cells)

test('CSV: commas, semicolons, tabs and the line that names the delimiter', () => {
  const expected = [
    ['a', 'b'],
    ['1', '2'],
  ]
  for (const text of [
    'a,b\n1,2',
    'a;b\r\n1;2\r\n',
    'a\tb\r1\t2\r',
    'sep=;\r\na;b\r\n1;2',
    '\uFEFFa,b\n1,2\n',
  ])
    assert.deepEqual(cellsOf(text), expected, JSON.stringify(text))
})

test('CSV: quotes hold delimiters, line breaks and doubled quotes', () => {
  assert.deepEqual(cellsOf('a;b\n"x;y";"say ""hi"""\n"two\r\nlines"; plain '), [
    ['a', 'b'],
    ['x;y', 'say "hi"'],
    ['two\nlines', 'plain'],
  ])
  // A quote in the middle of a value is part of it, and blanks around quotes are not.
  assert.deepEqual(cellsOf('a,b\n5" nail, "x" '), [
    ['a', 'b'],
    ['5" nail', 'x'],
  ])
  assert.deepEqual(cellsOf('"a;1",b\n"",2'), [
    ['a;1', 'b'],
    ['', '2'],
  ])
})

test('CSV: rows know their line, blank ones are left out, an open quote is reported', () => {
  const { rows } = parseCsv('a,b\n\n"x\ny",1\n , \nz,2')
  assert.deepEqual(
    rows.map(({ line }) => line),
    [1, 3, 6],
  )
  assert.equal(parseCsv('a,b\n1,2\n"3,4\n5,6').unclosedQuoteLine, 3)
  assert.equal(parseCsv('a,"b"').unclosedQuoteLine, undefined)
  assert.deepEqual(parseCsv('').rows, [])
})

test('CSV: files of spreadsheets are decoded', () => {
  assert.equal(decodeCsv(new TextEncoder().encode('José')), 'José')
  assert.equal(decodeCsv(Uint8Array.from([0x4a, 0x6f, 0x73, 0xe9])), 'José')
  assert.equal(decodeCsv(Uint8Array.from([0xff, 0xfe, 0x4a, 0, 0xe9, 0])).trim(), 'Jé')
})

test('CSV: what is written opens as text, and is read again as it was', () => {
  const rows = [
    ['=1+1', '@x', "O'Connor", 'a "b", c;d'],
    ['-2', '+34 600', '\tx', ''],
  ]
  const text = toCsv(rows)
  assert.doesNotMatch(text, /(^|[\r\n,"])[=+@-]/)
  assert.deepEqual(cellsOf(text)[0], ["'=1+1", "'@x", "O'Connor", 'a "b", c;d'])
})

test('import: headers and roles in three languages', () => {
  const names = ['email', 'firstName', 'lastName', 'role', 'phone', 'caregiverEmails']
  for (const header of [
    ['E-mail', 'First name', 'Last name', 'Role', 'Phone', 'Caregiver e-mails'],
    ['E-Mail-Adresse', 'Vorname', 'Nachname', 'Rolle', 'Telefon', 'Pflegekräfte'],
    ['Correo electrónico', 'Nombre', 'Apellidos', 'Rol', 'Teléfono', 'Cuidadores'],
  ])
    assert.deepEqual([...readHeader(header).keys()], names)
  assert.equal(readRole(' Pflegekraft '), 'CAREGIVER')
  assert.equal(readRole('Paciente'), 'PATIENT')
  assert.equal(readRole('ADMIN'), undefined)
})

const known = new Map<string, KnownAccount>([
  ['anna@example.org', { id: '1', role: 'CAREGIVER' }],
  ['rosa@example.org', { id: '2', role: 'PATIENT' }],
])

function problemsOf(...lines: string[]) {
  const plan = planImport(['email,firstName,lastName,role,phone,caregiverEmails', ...lines].join('\n'), known)
  return plan.lines.map(({ problems }) => problems.map(({ problem }) => problem))
}

test('import: each line says what is wrong with it', () => {
  assert.deepEqual(
    problemsOf(
      'new@example.org,New,Person,PATIENT,+34 600,anna@example.org',
      'nowhere,New,Person,PATIENT,,',
      'b@example.org,,,PATIENT,,',
      'c@example.org,C,C,ADMIN,,',
      'd@example.org,D,D,CAREGIVER,call me,anna@example.org',
      'NEW@example.org,New,Person,PATIENT,,',
      'rosa@example.org,Rosa,Martín,PATIENT,,',
      'e@example.org,E,E,PATIENT,,"rosa@example.org nobody@example.org"',
      `f@example.org,${'F'.repeat(101)},F,PATIENT,,`,
    ),
    [
      [],
      ['badEmail'],
      ['missingFirstName', 'missingLastName'],
      ['badRole'],
      ['badPhone', 'caregiverOfCaregiver'],
      ['duplicate'],
      ['exists'],
      ['unknownCaregiver', 'unknownCaregiver'],
      ['nameTooLong'],
    ],
  )
})

test('import: a caregiver of the same file can be assigned, and is invited first', () => {
  const plan = planImport(
    'email;firstName;lastName;role;caregiverEmails;phone\n' +
      "p@example.org;P;P;patient;eva@example.org|anna@example.org;'+49 30\n" +
      'eva@example.org;Eva;E;caregiver;;',
    known,
  )
  assert.deepEqual(
    importOrder(plan).map(({ line, person }) => [line, person.email, person.phone]),
    [
      [3, 'eva@example.org', ''],
      [2, 'p@example.org', '+49 30'],
    ],
  )
})

test('import: a file without its columns is refused as a whole', () => {
  assert.deepEqual(planImport('name;mail\nx;y', known), {
    lines: [],
    missingColumns: ['firstName', 'lastName', 'role'],
  })
  assert.deepEqual(planImport('', known).missingColumns, ['email', 'firstName', 'lastName', 'role'])
})

const noMore = { onChange() {}, onWait() {} }
const lineOf = (line: number, email: string, role: 'CAREGIVER' | 'PATIENT', ...caregiverEmails: string[]) => {
  const person = { email, firstName: 'A', lastName: 'B', role, phone: '', caregiverEmails }
  return { line, person, state: 'waiting' as const, assigned: new Set<string>() } as ImportLine
}

/** recordedActions note what they are asked for; `refuse` makes a request fail. */
function recordedActions(refuse: (request: string) => unknown = () => undefined) {
  const requests: string[] = []
  const act = async <T>(request: string, result: T) => {
    requests.push(request)
    const error = refuse(request)
    if (error) throw error
    return result
  }
  const link = { url: 'https://x/#t', expiresAt: '2026-11-17' }
  const actions: ImportActions = {
    inviteCaregiver: ({ email }) => act(`invite ${email}`, { userId: `id-${email}`, ...link }),
    createPatient: ({ email }) => act(`create ${email}`, `id-${email}`),
    setPhone: (id) => act(`phone ${id}`, undefined),
    assign: (caregiver, patient) => act(`assign ${caregiver} ${patient}`, undefined),
    createLink: (id) => act(`link ${id}`, link),
  }
  return { requests, actions }
}

test('import: a line that fails does not stop the others, and waits as long as the service asks', async () => {
  let isEarly = true
  const { requests, actions } = recordedActions((request) => {
    if (request === 'create a') return { status: 409 }
    if (request !== 'create b' || !isEarly) return undefined
    isEarly = false
    return { status: 429, retryAfterSeconds: 0.02 }
  })
  const waits: (number | undefined)[] = []
  const lines = [
    lineOf(1, 'c', 'CAREGIVER'),
    lineOf(2, 'a', 'PATIENT'),
    lineOf(3, 'b', 'PATIENT', 'c', 'anna@example.org'),
  ]
  const { signal } = new AbortController()
  const ended = await runImport(lines, known, actions, {
    ...noMore,
    signal,
    onWait: (until) => waits.push(until),
  })
  assert.deepEqual(ended, { end: 'done' })
  assert.deepEqual(
    lines.map(({ state }) => state),
    ['done', 'failed', 'done'],
  )
  const afterwards = ['link id-b', 'assign id-c id-b', 'assign 1 id-b']
  assert.deepEqual(requests, ['invite c', 'create a', 'create b', 'create b', ...afterwards])
  assert.equal(waits.length, 2)
  assert.equal(waits[1], undefined)
})

test('import: after an interruption it continues without repeating what is done', async () => {
  let isDown = true
  const { requests, actions } = recordedActions((request) =>
    request === 'link id-b' && isDown ? { status: 0 } : undefined,
  )
  const lines = [lineOf(1, 'b', 'PATIENT'), lineOf(2, 'd', 'PATIENT')]
  const { signal } = new AbortController()
  const first = await runImport(lines, known, actions, { ...noMore, signal })
  assert.equal(first.end, 'interrupted')
  isDown = false
  assert.deepEqual(await runImport(lines, known, actions, { ...noMore, signal }), { end: 'done' })
  assert.deepEqual(requests, ['create b', 'link id-b', 'link id-b', 'create d', 'link id-d'])
})

test('import: it can be stopped while it waits', async () => {
  const { actions } = recordedActions(() => ({ status: 429, retryAfterSeconds: 600 }))
  const stopped = new AbortController()
  const lines = [lineOf(1, 'b', 'PATIENT')]
  const running = runImport(lines, known, actions, { ...noMore, signal: stopped.signal })
  setTimeout(() => stopped.abort(), 10)
  assert.deepEqual(await running, { end: 'stopped' })
  assert.equal(lines[0]?.state, 'waiting')
})
