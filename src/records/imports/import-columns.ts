/** The columns of imported files, with their names in English, German and Spanish as `plain` writes them. */
const columnNames = {
  reference: ['reference', 'residentnumber', 'number', 'nummer', 'bewohnernummer', 'numero', 'referencia'],
  firstName: ['firstname', 'givenname', 'forename', 'vorname', 'nombre', 'nombres', 'nombredepila'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'apellido', 'apellidos'],
  role: ['role', 'rolle', 'rol', 'funktion', 'funcion'],
  email: [
    'email',
    'mail',
    'emailaddress',
    'emailadresse',
    'mailadresse',
    'correo',
    'correoelectronico',
    'patientemail',
  ],
  phone: [
    'phone',
    'phonenumber',
    'telephone',
    'mobile',
    'telefon',
    'telefonnummer',
    'handy',
    'mobil',
    'telefono',
    'movil',
    'celular',
  ],
  dateOfBirth: [
    'dateofbirth',
    'birthdate',
    'born',
    'geburtsdatum',
    'geboren',
    'fechadenacimiento',
    'nacimiento',
  ],
  emergencyContact: ['emergencycontact', 'notfallkontakt', 'contactodeemergencia'],
  site: ['site', 'house', 'haus', 'standort', 'sede', 'centro'],
  ward: ['ward', 'unit', 'station', 'wohnbereich', 'planta', 'unidad'],
  room: ['room', 'zimmer', 'habitacion'],
  caregiverEmails: [
    'caregiveremails',
    'caregiveremail',
    'caregivers',
    'caregiver',
    'betreuer',
    'betreueremails',
    'pflegekrafte',
    'pflegekraft',
    'cuidadores',
    'cuidador',
    'cuidadora',
    'correosdecuidadores',
  ],
  relationship: ['relationship', 'beziehung', 'relacion'],
  priority: ['priority', 'prioritat', 'prioridad'],
  macAddress: ['macaddress', 'mac', 'deviceid', 'macadresse', 'direccionmac'],
  deviceName: ['devicename', 'geratename', 'dispositivo', 'nombredeldispositivo'],
  /** Of a person or a device: that depends on the other columns. */
  name: ['name'],
  team: ['team', 'teamname', 'equipo'],
} as const

export type ColumnName = keyof typeof columnNames

const roleNames = {
  CAREGIVER: [
    'caregiver',
    'carer',
    'nurse',
    'betreuer',
    'betreuerin',
    'pflegekraft',
    'pfleger',
    'pflegerin',
    'cuidador',
    'cuidadora',
    'enfermero',
    'enfermera',
  ],
  PATIENT: ['patient', 'patientin', 'paciente', 'resident', 'bewohner', 'bewohnerin', 'residente'],
} as const

export type ImportedRole = keyof typeof roleNames

/** plain leaves letters and digits only, without accents: "E-Mail" and "Teléfono" become "email" and "telefono". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** columnOf is the column with this title, or undefined. */
export function columnOf(title: string): ColumnName | undefined {
  const word = plain(title)
  const names = Object.keys(columnNames) as ColumnName[]
  return names.find((name) => (columnNames[name] as readonly string[]).includes(word))
}

/** readRole understands the roles in the three languages. */
export function readRole(text: string): ImportedRole | undefined {
  const word = plain(text)
  const roles = Object.keys(roleNames) as ImportedRole[]
  return roles.find((role) => (roleNames[role] as readonly string[]).includes(word))
}

export const fileKinds = ['people', 'rooms', 'assignments', 'devices', 'teams'] as const
export type FileKind = (typeof fileKinds)[number]

const identity = ['reference', 'email', 'firstName', 'lastName'] as const

/** The columns that are read of a file; one of people has all of them. */
const columnsOfKind: Record<Exclude<FileKind, 'people'>, readonly ColumnName[]> = {
  rooms: ['reference', 'email', 'site', 'ward', 'room'],
  assignments: [...identity, 'caregiverEmails', 'relationship', 'priority'],
  devices: [...identity, 'macAddress', 'deviceName'],
  teams: [...identity, 'team', 'site', 'ward', 'caregiverEmails'],
}

/** isRead tells whether a column of a file of this kind is read. */
export function isRead(column: ColumnName, kind: FileKind): boolean {
  return kind === 'people' || columnsOfKind[kind].includes(column)
}

/** Titles of a column that has one caregiver on each line, as in a file of assignments. */
const titlesOfOneCaregiver = ['caregiveremail', 'caregiver', 'pflegekraft', 'cuidador', 'cuidadora']

/**
 * kindOf knows a file by its columns. One of people says more of them than their names: where they live, a device beside
 * a team, or all their caregivers.
 */
export function kindOf(columns: ReadonlySet<ColumnName>, titles: readonly string[]): FileKind | undefined {
  const has = (...names: ColumnName[]) => names.some((name) => columns.has(name))
  const namesPeople = has('firstName') && has('lastName')
  // In a file of teams, the site and the ward are those of the team.
  const hasDetails =
    has('role', 'phone', 'dateOfBirth', 'emergencyContact', 'room') || (has('site', 'ward') && !has('team'))
  const hasDeviceAndMore = has('macAddress', 'deviceName') && has('team', 'caregiverEmails')
  if (namesPeople && (hasDetails || hasDeviceAndMore)) return 'people'
  if (has('team')) return 'teams'
  if (has('macAddress')) return 'devices'
  const isOfPairs =
    has('relationship', 'priority') || titles.some((title) => titlesOfOneCaregiver.includes(plain(title)))
  if (has('caregiverEmails') && (isOfPairs || !namesPeople)) return 'assignments'
  if (namesPeople) return 'people'
  const isAboutKnownPeople = has('reference', 'email') && !has('firstName', 'lastName')
  if (isAboutKnownPeople && has('deviceName')) return 'devices'
  return isAboutKnownPeople && has('site', 'ward', 'room') ? 'rooms' : undefined
}
