import { useTranslation } from 'react-i18next'
import { useMe } from '../shell/use-me.ts'
import { SoundControls } from './sound-controls.tsx'

/** The alarm sound of the signed-in person in this browser. */
export function SoundSection() {
  const { t } = useTranslation()
  return (
    <section id="sound" className="card" aria-labelledby="sound-title">
      <h2 id="sound-title">{t('me.sound.title')}</h2>
      <p className="muted">{t('me.sound.text')}</p>
      <SoundControls ownerId={useMe().id} />
    </section>
  )
}
