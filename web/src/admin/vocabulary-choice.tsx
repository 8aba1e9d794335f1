import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import type { Vocabulary } from '../api/vocabulary.ts'
import { setVocabulary, vocabulary } from '../i18n/i18n.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { SelectField } from '../ui/select-field.tsx'

const choices: readonly Vocabulary[] = ['HOME', 'FAMILY']

/** Sets whether the console speaks of residents and staff, or of patients and relatives. */
export function VocabularyChoice() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(vocabulary)
  const save = useMutation({
    mutationFn: async (words: Vocabulary) => {
      await request(api.PUT('/api/admin/vocabulary', { body: { vocabulary: words } }))
      await setVocabulary(words)
    },
    onError: () => setChosen(vocabulary()),
  })
  return (
    <section className="card">
      <h2>{t('admin.words.title')}</h2>
      <SelectField<Vocabulary>
        label={t('admin.words.label')}
        description={t('admin.words.about')}
        value={chosen}
        disabled={save.isPending}
        options={choices.map((value) => ({ value, label: t(`admin.words.${value}`) }))}
        onChange={(words) => {
          setChosen(words)
          save.mutate(words)
        }}
      />
      {save.isSuccess && <p role="status">{t('common.saved')}</p>}
      <ErrorNotice error={save.error} />
    </section>
  )
}
