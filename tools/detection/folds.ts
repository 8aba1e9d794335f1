import type { Recording } from './recordings.ts'

export const foldCount = 5

/** Assigns the people of each data set to the folds in turn, in the order in which they first appear. */
export function createFolds(): (recording: Pick<Recording, 'dataset' | 'subject'>) => number {
  const foldByPerson = new Map<string, number>()
  const peopleInSet = new Map<string, number>()
  return ({ dataset, subject }) => {
    const person = `${dataset}/${subject}`
    const known = foldByPerson.get(person)
    if (known !== undefined) return known
    // SmartFallMM consists of two files, of young and of older people.
    const set = dataset.replace(/old$/, '')
    const index = peopleInSet.get(set) ?? 0
    peopleInSet.set(set, index + 1)
    foldByPerson.set(person, index % foldCount)
    return index % foldCount
  }
}
