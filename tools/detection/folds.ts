import type { Recording } from './recordings.ts'

/** The number of folds of a split by person. */
const personFolds = 5

/** Returns the fold of a recording; the models of a fold are trained without it. */
export type FoldOf = (recording: Pick<Recording, 'dataset' | 'subject'>) => number

export const foldCountOf = (leftOutSets: readonly string[]) => leftOutSets.length || personFolds

/**
 * Assigns the people of each data set to the folds in turn, in the order in which they first appear. If sets are to be
 * left out, each of them is a fold as a whole, and the people of the other sets are divided among these folds.
 */
export function createFolds(leftOutSets: readonly string[] = []): FoldOf {
  const foldCount = foldCountOf(leftOutSets)
  const foldByPerson = new Map<string, number>()
  const peopleInSet = new Map<string, number>()
  return ({ dataset, subject }) => {
    // SmartFallMM consists of two files, of young and of older people.
    const set = dataset.replace(/old$/, '')
    const leftOut = leftOutSets.indexOf(set)
    if (leftOut >= 0) return leftOut
    const person = `${dataset}/${subject}`
    const known = foldByPerson.get(person)
    if (known !== undefined) return known
    const index = peopleInSet.get(set) ?? 0
    peopleInSet.set(set, index + 1)
    foldByPerson.set(person, index % foldCount)
    return index % foldCount
  }
}
