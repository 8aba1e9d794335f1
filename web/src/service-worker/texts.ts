import type { PushTexts } from './push-message.ts'
import { readSettings } from './settings.ts'

/** One section of each catalogue: see catalogue-parts.ts. */
const catalogues = import.meta.glob<PushTexts>('../i18n/*.json', {
  query: '?push',
  import: 'default',
  eager: true,
})

const textsOf = (language: string) => catalogues[`../i18n/${language}.json`]

/** In the language that was chosen in the console, or the first of the browser's that there is. */
export async function readTexts(): Promise<PushTexts> {
  const { language } = await readSettings().catch(() => ({ language: undefined }))
  const wanted = [...(language ? [language] : []), ...navigator.languages, 'en']
  for (const tag of wanted) {
    const texts = textsOf(tag.split('-')[0] ?? tag)
    if (texts) return texts
  }
  throw new Error('The worker has no texts')
}
