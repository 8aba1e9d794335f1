import type { Recording } from './recordings.ts'

/** The number of folds of a split by person. */
const personFolds = 5

/** If data sets are left out, the people of the other sets are divided into as many groups. */
const otherGroups = 4

/** Returns the fold of a recording. */
export type FoldOf = (recording: Pick<Recording, 'dataset' | 'subject'>) => number

/**
 * Assigns the people of each data set to the folds in turn, in the order in which they first appear. If sets are to be
 * left out, each of them is a fold as a whole, and the people of the other sets are divided among further folds.
 */
export function createFolds(leftOutSets: readonly string[] = []): FoldOf {
  const [first, count] = leftOutSets.length > 0 ? [leftOutSets.length, otherGroups] : [0, personFolds]
  const foldByPerson = new Map<string, number>()
  const peopleInSet = new Map<string, number>()
  return ({ dataset, subject }) => {
    const set = withoutAge(dataset)
    const leftOut = leftOutSets.indexOf(set)
    if (leftOut >= 0) return leftOut
    const person = `${dataset}/${subject}`
    const known = foldByPerson.get(person)
    if (known !== undefined) return known
    const index = peopleInSet.get(set) ?? 0
    peopleInSet.set(set, index + 1)
    const fold = first + (index % count)
    foldByPerson.set(person, fold)
    return fold
  }
}

/** SmartFallMM consists of two files, of young and of older people. */
const withoutAge = (dataset: string) => dataset.replace(/old$/, '')

/**
 * Returns the folds that each model is trained without. Models of all people come last. A model that lacks a data set
 * lacks a group of the other people, too: their daily life tells how often this model raises a false alarm, which is not how
 * often one does that has seen the set.
 */
export function foldsTrainedWithout(leftOutSets: readonly string[]): number[][] {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
  if (leftOutSets.length === 0) return [...numbers(personFolds).map((fold) => [fold]), []]
  return leftOutSets.flatMap((_, set) =>
    numbers(otherGroups).map((group) => [set, leftOutSets.length + group]),
  )
}
