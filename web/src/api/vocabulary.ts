export type Vocabulary = 'HOME' | 'FAMILY'

let listener: ((vocabulary: Vocabulary) => Promise<void>) | undefined

/** onVocabulary sets who is told which words the service says that this installation uses. */
export function onVocabulary(tell: (vocabulary: Vocabulary) => Promise<void>): void {
  listener = tell
}

/** readVocabulary reads the words from the header of an answer; of a service that says nothing, they stay as they are. */
export async function readVocabulary({ headers }: Response): Promise<void> {
  const words = headers.get('x-vocabulary')
  if (words === 'HOME' || words === 'FAMILY') await listener?.(words)
}
