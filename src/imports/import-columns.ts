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
  name: ['name', 'devicename', 'geratename', 'dispositivo'],
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

export const fileKinds = ['people', 'assignments', 'devices', 'teams'] as const
export type FileKind = (typeof fileKinds)[number]

/** kindOf knows a file by its columns. */
export function kindOf(columns: ReadonlySet<ColumnName>): FileKind | undefined {
  if (columns.has('team')) return 'teams'
  if (columns.has('macAddress')) return 'devices'
  const namesPerson = columns.has('firstName') && columns.has('lastName')
  const hasDetails = (['role', 'phone', 'dateOfBirth', 'site', 'ward', 'room'] as const).some((name) =>
    columns.has(name),
  )
  if (columns.has('caregiverEmails') && !hasDetails) return 'assignments'
  return namesPerson ? 'people' : undefined
}
