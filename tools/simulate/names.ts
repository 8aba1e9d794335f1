import type { Name } from './people.ts'

const firstNames = (
  'Rosa Luis Carmen Antonio Elena Manuel Pilar José Teresa Francisco Isabel Miguel Dolores Pedro Lucía Rafael ' +
  'Amparo Tomás Julia Vicente Mercedes Andrés Concha Ramón Inés Joaquín Marta Emilio Beatriz Alfonso Nuria Gonzalo'
).split(' ')
const lastNames = (
  'Marín Vega Ortiz Castro Navarro Molina Serrano Ramos Blanco Herrera Iglesias Cano Prieto Vidal Campos Reyes ' +
  'Fuentes Pascual Santos Lorenzo Soler Rojas Benítez Crespo Nieto Roldán Ferrer Mora Gallego Vargas Pardo Rubio'
).split(' ')

/** Names the people of a run, the first of them as in the guides; a thousand people have a thousand names. */
export function nameOf(person: number): Name {
  const round = Math.floor(person / firstNames.length)
  return {
    firstName: firstNames[person % firstNames.length] ?? '',
    lastName: lastNames[(person + round) % lastNames.length] ?? '',
  }
}

export const caregiverName: Name = { firstName: 'Ana', lastName: 'Gil' }

export const fullName = ({ firstName, lastName }: Name) => `${firstName} ${lastName}`
