/** The columns of an import; the first four are required. */
export const columns = ['email', 'firstName', 'lastName', 'role', 'phone', 'caregiverEmails'] as const
export type ColumnName = (typeof columns)[number]
export const requiredColumns: readonly ColumnName[] = ['email', 'firstName', 'lastName', 'role']

/** The names of the columns in English, German and Spanish, as `plain` writes them. */
const columnNames: Record<ColumnName, readonly string[]> = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'emailadresse',
    'mailadresse',
    'correo',
    'correoelectronico',
    'direcciondecorreo',
  ],
  firstName: ['firstname', 'givenname', 'forename', 'vorname', 'nombre', 'nombres', 'nombredepila'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'apellido', 'apellidos'],
  role: ['role', 'rolle', 'rol', 'funktion', 'funcion'],
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
    'numerodetelefono',
    'movil',
    'celular',
  ],
  caregiverEmails: [
    'caregiveremails',
    'caregiveremail',
    'caregivers',
    'caregiver',
    'betreuer',
    'betreueremails',
    'betreuungspersonen',
    'betreuungsperson',
    'pflegekrafte',
    'pflegekraft',
    'emailspflegekrafte',
    'cuidadores',
    'cuidador',
    'cuidadora',
    'cuidadoras',
    'correosdecuidadores',
    'correocuidadores',
  ],
}

const roleNames = {
  CAREGIVER: [
    'caregiver',
    'carer',
    'nurse',
    'betreuer',
    'betreuerin',
    'betreuungsperson',
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

/** readHeader finds the columns in the first record: for each known one its index. */
export function readHeader(cells: readonly string[]): Map<ColumnName, number> {
  const found = new Map<ColumnName, number>()
  for (const [index, cell] of cells.entries()) {
    const column = columns.find((name) => columnNames[name].includes(plain(cell)))
    if (column && !found.has(column)) found.set(column, index)
  }
  return found
}

/** readRole understands the roles in the three languages. */
export function readRole(text: string): ImportedRole | undefined {
  const word = plain(text)
  const roles = Object.keys(roleNames) as ImportedRole[]
  return roles.find((role) => (roleNames[role] as readonly string[]).includes(word))
}
