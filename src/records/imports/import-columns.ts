import type { ImportedField } from '../../accounts/person-fields.ts'

/** The columns of imported files, with their names in English, German and Spanish as `plain` writes them. */
const columnNames = {
  reference: words(
    'reference residentnumber number nummer nr bewohnernummer bewohnernr bewnr numero referencia',
    'numeroderesidente',
  ),
  firstName: words('firstname givenname forename vorname nombre nombres nombredepila'),
  lastName: words('lastname surname familyname nachname familienname zuname apellido apellidos'),
  /** "Voss, Irma" or "Irma Voss". */
  fullName: words(
    'fullname namevorname nachnamevorname vornamename vornamenachname vollstandigername bewohnername',
    'nombrecompleto nombreyapellidos apellidosynombre apellidosnombre',
  ),
  role: words('role position jobtitle rolle funktion beruf qualifikation tatigkeit rol funcion puesto cargo'),
  email: words('email mail emailaddress emailadresse mailadresse correo correoelectronico patientemail'),
  signInName: words(
    'signinname username login loginname anmeldename benutzername benutzer usuario nombredeusuario',
  ),
  phone: words(
    'phone phonenumber telephone mobile telefon telefonnummer telefonnr tel telnr handy handynummer mobil',
    'mobilnummer telefono movil celular',
  ),
  dateOfBirth: words(
    'dateofbirth birthdate birthday born dob geburtsdatum gebdatum geburtstag geboren geborenam geb gebam',
    'fechadenacimiento fechanacimiento fnacimiento nacimiento',
  ),
  emergencyContact: words(
    'emergencycontact emergencyphone notfallkontakt notfallnummer notfalltelefon contactodeemergencia',
    'telefonodeemergencia',
  ),
  site: words('site house building haus gebaude einrichtung standort sede centro edificio'),
  ward: words('ward unit station wohnbereich wohngruppe bereich wb abteilung planta unidad modulo'),
  room: words(
    'room roomnumber roomno zimmer zimmernummer zimmernr zi zinr habitacion numerodehabitacion',
    'nhabitacion cuarto',
  ),
  caregiverEmails: words(
    'caregiveremails caregiveremail caregivers caregiver betreuer betreueremails pflegekrafte pflegekraft',
    'bezugspflege bezugspflegekraft bezugsperson cuidadores cuidador cuidadora correosdecuidadores',
  ),
  relationship: words('relationship beziehung verwandtschaft relacion parentesco'),
  /** Of an assignment: staff, or a relative. */
  kind: words('kind art tipo'),
  /** The resident whom the caregiver or relative of the line looks after. */
  relativeOf: words(
    'relativeof resident angehorigevon angehorigervon bewohner bewohnerin familiarde residente',
  ),
  priority: words('priority prioritat prioridad'),
  macAddress: words('macaddress mac deviceid macadresse direccionmac'),
  deviceName: words(
    'devicename device wearable geratename gerat sensor armband notrufarmband nombredeldispositivo',
    'dispositivo pulsera',
  ),
  /** Of a person or a device: that depends on the other columns. */
  name: words('name'),
  team: words('team teamname equipo'),
} as const satisfies Record<string, readonly string[]> & Record<ImportedField, readonly string[]>

/** Splits lists of words. */
function words(...lists: string[]): readonly string[] {
  return lists.flatMap((list) => list.split(' '))
}

export type ColumnName = keyof typeof columnNames

/** The fields that a column of a file can be assigned to. */
export const importFields = [
  ...['reference', 'firstName', 'lastName', 'fullName', 'role', 'email', 'signInName', 'phone'],
  ...['dateOfBirth', 'emergencyContact', 'site', 'ward', 'room', 'team', 'caregiverEmails', 'relationship'],
  ...['kind', 'relativeOf', 'priority', 'macAddress', 'deviceName'],
] as Exclude<ColumnName, 'name'>[]

/** Words of a role in the three languages, as `plain` writes them. */
const roleNames = {
  CAREGIVER: words(
    'caregiver carer nurse staff employee healthcareassistant nightnurse headnurse',
    'betreuer betreuerin pflegekraft pfleger pflegerin schwester mitarbeiter mitarbeiterin personal',
    'pflegefachkraft pflegehilfskraft pflegehelfer pflegehelferin pflegefachfrau pflegefachmann',
    'pflegeassistent pflegeassistentin altenpfleger altenpflegerin altenpflegehelfer altenpflegehelferin',
    'krankenpfleger krankenschwester nachtwache dauernachtwache betreuungskraft wohnbereichsleitung',
    'stationsleitung pflegedienstleitung pdl wbl fachkraft hilfskraft helfer helferin examiniert',
    'auszubildende auszubildender azubi praktikant praktikantin praxisanleiter praxisanleiterin stationshilfe',
    'cuidador cuidadora enfermero enfermera auxiliar auxiliardeenfermeria gerocultor gerocultora',
    'empleado empleada trabajador trabajadora supervisor supervisora',
  ),
  RELATIVE: words(
    'relative family familymember nextofkin daughter son wife husband spouse partner mother father parent',
    'grandson granddaughter grandchild niece nephew cousin brother sibling neighbour neighbor friend',
    'daughterinlaw soninlaw sisterinlaw brotherinlaw stepdaughter stepson aunt uncle',
    'angehorige angehoriger angehorig familie verwandte verwandter tochter sohn ehefrau ehemann ehepartner',
    'partnerin lebensgefahrte lebensgefahrtin mutter vater enkel enkelin enkelkind nichte neffe cousine bruder',
    'schwiegertochter schwiegersohn schwager schwagerin stieftochter stiefsohn enkeltochter enkelsohn tante onkel',
    'nachbar nachbarin freund freundin',
    'familiar familia hija hijo esposa esposo conyuge pareja madre padre nieta nieto sobrina sobrino prima primo',
    'hermano nuera yerno cunada cunado tia tio hijastra hijastro vecina vecino amiga amigo',
  ),
  PATIENT: words('patient patientin paciente resident bewohner bewohnerin residente'),
} as const

export const importedRoles = ['PATIENT', 'CAREGIVER', 'RELATIVE'] as const
/** A relative has the account of a caregiver; what makes them a relative is the kind of their assignments. */
export type ImportedRole = (typeof importedRoles)[number]

/** Leaves letters and digits only, without accents: "E-Mail" and "Teléfono" become "email" and "telefono". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The column with this title, or undefined. */
export function columnOf(title: string): ColumnName | undefined {
  const word = plain(title)
  const names = Object.keys(columnNames) as ColumnName[]
  return names.find((name) => columnNames[name].includes(word))
}

/** Forms for all genders: "(m/w/d)", "Pfleger/-in", "enfermero/a", "Altenpfleger*in". */
const genders = /\s*\([a-z](\/[a-z])*\)|[/*:_(]-?(in|innen|r|n|a|as)\)?$/i

/** Understands the roles in the three languages, also the word for one relative: "hija". */
export function readRole(text: string): ImportedRole | undefined {
  const words = [text, text.replace(genders, '')].map(plain)
  return importedRoles.find((role) => words.some((word) => roleNames[role].includes(word)))
}

/** Whether a relationship such as "Tochter" is that of a relative. */
export const isRelativesWord = (text: string): boolean => readRole(text) === 'RELATIVE'

/** A column of staff has other numbers and rooms than one of residents. */
export const columnsOfResidents: readonly ColumnName[] = ['reference', 'room']

const staffFiles =
  /staff|employee|nurse|caregiver|carer|mitarbeit|personal|pflegekr|angestellt|cuidador|enfermer|emplead|trabajador|plantilla/
const relativesFiles = /relative|famil|angehor|verwandt/

/** Takes the name of a file for what its people are, if no column says so. */
export function guessRole(fileName: string): ImportedRole {
  const word = plain(fileName)
  if (relativesFiles.test(word)) return 'RELATIVE'
  return staffFiles.test(word) ? 'CAREGIVER' : 'PATIENT'
}

export const fileKinds = ['people', 'rooms', 'assignments', 'devices', 'teams'] as const
export type FileKind = (typeof fileKinds)[number]

const identity = ['reference', 'email', 'firstName', 'lastName', 'fullName'] as const

/** The columns that are read of a file; one of people has all of them. */
const columnsOfKind: Record<Exclude<FileKind, 'people'>, readonly ColumnName[]> = {
  rooms: ['reference', 'email', 'site', 'ward', 'room'],
  assignments: [...identity, 'caregiverEmails', 'relationship', 'kind', 'priority'],
  devices: [...identity, 'macAddress', 'deviceName'],
  teams: [...identity, 'team', 'site', 'ward', 'caregiverEmails'],
}

/** Whether a column of a file of this kind is read. */
export function isRead(column: ColumnName, kind: FileKind): boolean {
  return kind === 'people' || columnsOfKind[kind].includes(column)
}

/** Titles of a column that has one caregiver on each line, as in a file of assignments. */
const titlesOfOneCaregiver = ['caregiveremail', 'caregiver', 'pflegekraft', 'cuidador', 'cuidadora']

/**
 * Knows a file by its columns. One of people says more of them than their names: where they live, a device beside
 * a team, or all their caregivers.
 */
export function kindOf(columns: ReadonlySet<ColumnName>, titles: readonly string[]): FileKind | undefined {
  const has = (...names: ColumnName[]) => names.some((name) => columns.has(name))
  const namesPeople = has('firstName') && has('lastName')
  // In a file of teams, the site and the ward are those of the team.
  const hasDetails =
    has('role', 'phone', 'dateOfBirth', 'emergencyContact', 'room', 'signInName', 'relativeOf') ||
    (has('site', 'ward') && !has('team'))
  const hasDeviceAndMore = has('macAddress', 'deviceName') && has('team', 'caregiverEmails')
  if (namesPeople && (hasDetails || hasDeviceAndMore)) return 'people'
  if (has('team')) return 'teams'
  if (has('macAddress')) return 'devices'
  const isOfPairs =
    has('relationship', 'priority', 'kind') ||
    titles.some((title) => titlesOfOneCaregiver.includes(plain(title)))
  if (has('caregiverEmails') && (isOfPairs || !namesPeople)) return 'assignments'
  if (namesPeople) return 'people'
  const isAboutKnownPeople = has('reference', 'email') && !has('firstName', 'lastName')
  if (isAboutKnownPeople && has('deviceName')) return 'devices'
  return isAboutKnownPeople && has('site', 'ward', 'room') ? 'rooms' : undefined
}
