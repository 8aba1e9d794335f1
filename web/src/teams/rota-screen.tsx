import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { RotaEditor } from './rota-editor.tsx'
import './teams.css'
import './rota.css'

/** The week of all teams. */
export function RotaScreen() {
  const { t } = useTranslation()
  return (
    <>
      <ScreenTitle>{t('teams.rotaOfAll')}</ScreenTitle>
      <RotaEditor />
    </>
  )
}
