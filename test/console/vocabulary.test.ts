import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onVocabulary, readVocabulary, type Vocabulary } from '../../web/src/api/vocabulary.ts'

const answer = (words?: string) =>
  new Response(null, { ...(words && { headers: { 'x-vocabulary': words } }) })

test('the words of an installation are learnt also from an answer that comes before the texts', async () => {
  const heard: Vocabulary[] = []
  await readVocabulary(answer('HOME'))
  await onVocabulary(async (words) => void heard.push(words))
  assert.deepEqual(heard, ['HOME'])
  for (const words of [undefined, 'VILLAGE', 'FAMILY']) await readVocabulary(answer(words))
  assert.deepEqual(heard, ['HOME', 'FAMILY'])
})
