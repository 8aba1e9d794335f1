import type { Db } from './database.ts'

/** The words of the console: residents and nursing staff of a home, or patients and their relatives. */
export const vocabularies = ['HOME', 'FAMILY'] as const
export type Vocabulary = (typeof vocabularies)[number]

/** Returns the words that an admin has chosen; those of a family until then. */
export async function findVocabulary(db: Db): Promise<Vocabulary> {
  const [row] = await db.query<{ vocabulary: Vocabulary | null }>(
    'select vocabulary from installation',
    [],
    'find-vocabulary',
  )
  return row?.vocabulary ?? 'FAMILY'
}

export async function updateVocabulary(tx: Db, vocabulary: Vocabulary): Promise<void> {
  await tx.query('update installation set vocabulary = $1', [vocabulary])
}
