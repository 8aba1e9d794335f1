export type Vocabulary = 'HOME' | 'FAMILY'

let listener: ((vocabulary: Vocabulary) => Promise<void>) | undefined
/** The first answer may come before the texts are there. */
let said: Vocabulary | undefined

/** Sets who is told which words the service says that this installation uses, also if it has said so before. */
export async function onVocabulary(tell: (vocabulary: Vocabulary) => Promise<void>): Promise<void> {
  listener = tell
  if (said) await tell(said)
}

/** Reads the words from the header of an answer; of a service that says nothing, they stay as they are. */
export async function readVocabulary({ headers }: Response): Promise<void> {
  const words = headers.get('x-vocabulary')
  if (words !== 'HOME' && words !== 'FAMILY') return
  said = words
  await listener?.(words)
}
