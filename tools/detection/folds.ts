import type { Recording } from './recordings.ts'

export const foldCount = 5

/** createFolds deals the people of each set out to the folds, in the order in which they first appear. */
export function createFolds(): (recording: Pick<Recording, 'dataset' | 'subject'>) => number {
  const dealt = new Map<string, number>()
  const people = new Map<string, number>()
  return ({ dataset, subject }) => {
    const person = `${dataset}/${subject}`
    const known = dealt.get(person)
    if (known !== undefined) return known
    // The two halves of SmartFallMM, young and older people, are one set.
    const set = dataset.replace(/old$/, '')
    const place = people.get(set) ?? 0
    people.set(set, place + 1)
    dealt.set(person, place % foldCount)
    return place % foldCount
  }
}
