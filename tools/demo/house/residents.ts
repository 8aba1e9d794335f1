import type { Name } from '../../simulate/people.ts'

/** A patient of the house, as somebody would enter them. */
export interface Resident extends Name {
  dateOfBirth: string
  phone: string
  emergencyContact: string
  bloodPressure: string
  ward: string
  room: string
  /** How often this person fell in the last eight weeks. */
  pastFalls: number
  /** How long they can say that they are fine before anybody is notified. */
  okWindowSeconds?: number
  /** What is the matter with the wearable, if anything. */
  wearable?: 'low battery' | 'silent'
  /** Whether there is a cord in the bathroom, which calls for help by itself. */
  hasCord?: boolean
}

export interface Colleague extends Name {
  phone: string
  specialization: string
  /** The residents they look after, by number, with the priority for each. */
  priorityOf: (resident: number) => number | undefined
}

/** The numbers are reserved for fiction (Ofcom). */
const phone = (n: number) => `+44 7700 900${String(n).padStart(3, '0')}`

type Row = [
  firstName: string,
  lastName: string,
  dateOfBirth: string,
  bloodPressure: string,
  pastFalls: number,
  more?: Partial<Resident>,
]

const rows: Row[] = [
  ['Rosa', 'Martín', '1941-03-14', '128/76', 3],
  ['Walter', 'Lindner', '1938-11-02', '141/83', 1],
  ['Grace', 'Adeyemi', '1946-07-21', '132/79', 0],
  ['Luis', 'Vega', '1943-01-30', '126/74', 2, { okWindowSeconds: 30 }],
  ['Ingrid', 'Sørensen', '1936-05-09', '118/70', 4, { hasCord: true }],
  ['Henry', 'Whitfield', '1940-09-17', '145/88', 0, { hasCord: true }],
  ['Amparo', 'Soler', '1944-12-05', '130/78', 1],
  ['Friedrich', 'Baumann', '1939-02-26', '137/82', 2, { wearable: 'low battery' }],
  ['Margaret', "O'Connell", '1937-08-11', '124/72', 3, { okWindowSeconds: 30 }],
  ['Tomás', 'Herrera', '1945-04-03', '134/80', 1, { wearable: 'silent' }],
  ['Elif', 'Yıldız', '1942-10-19', '129/77', 0, { hasCord: true }],
  ['Joseph', 'Marchetti', '1935-06-28', '139/81', 5],
]

export const residents: Resident[] = rows.map(
  ([firstName, lastName, dateOfBirth, bloodPressure, pastFalls, more], i) => ({
    ...{ firstName, lastName, dateOfBirth, bloodPressure, pastFalls },
    phone: phone(101 + i),
    emergencyContact: phone(201 + i),
    ...{ ward: i < 8 ? 'A' : 'B', room: String(i + 1) },
    ...more,
  }),
)

/** Anna has the first eight residents, Ben the last eight, Carla stands in for both. */
export const colleagues: Colleague[] = [
  {
    firstName: 'Anna',
    lastName: 'Bergmann',
    phone: phone(301),
    specialization: 'Geriatrics',
    priorityOf: (resident) => (resident < 8 ? 1 : undefined),
  },
  {
    firstName: 'Ben',
    lastName: 'Okafor',
    phone: phone(302),
    specialization: 'Physiotherapy',
    priorityOf: (resident) => (resident >= 8 ? 1 : resident >= 4 ? 2 : undefined),
  },
  {
    firstName: 'Carla',
    lastName: 'Ruiz',
    phone: phone(303),
    specialization: 'Night care',
    priorityOf: (resident) => (resident >= 4 && resident < 8 ? 3 : 2),
  },
]

export const organization = 'Lindenhof House'

export const adminName: Name = { firstName: 'Doris', lastName: 'Keller' }
