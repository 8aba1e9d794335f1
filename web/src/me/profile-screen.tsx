import { useTranslation } from 'react-i18next'
import { LanguageChoice } from '../shell/language-choice.tsx'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { SignOutButton } from '../shell/sign-out-button.tsx'
import { useMe } from '../shell/use-me.ts'
import { ButtonLink } from '../ui/link.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { PinForm } from './pin-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'
import './me.css'

export function ProfileScreen() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <>
      <ScreenTitle>{t('me.profile.title')}</ScreenTitle>
      <div className="me-columns">
        <ProfileForm />
        <section className="card" aria-labelledby="password-title">
          <h2 id="password-title">{t('me.password.title')}</h2>
          <PasswordForm />
        </section>
        {me.role === 'CAREGIVER' && <PinForm />}
        <section className="card" aria-labelledby="language-title">
          <h2 id="language-title">{t('me.profile.language')}</h2>
          <p className="muted">{t('me.profile.languageHint')}</p>
          <LanguageChoice />
        </section>
        <SignOut />
        <SessionList />
        <section className="card" aria-labelledby="data-title">
          <h2 id="data-title">{t('me.data.title')}</h2>
          {me.role === 'PATIENT' && (
            <div className="row">
              <ButtonLink to="/patients/$patientId/report" params={{ patientId: me.id }}>
                {t('report.open')}
              </ButtonLink>
              <ButtonLink to="/me/privacy">{t('privacy.open')}</ButtonLink>
            </div>
          )}
          <ExportData />
          <hr className="me-line" />
          <DeleteAccount />
        </section>
      </div>
    </>
  )
}

function SignOut() {
  const { t } = useTranslation()
  return (
    <section className="card" aria-labelledby="device-title">
      <h2 id="device-title">{t('me.signOut.title')}</h2>
      <p className="muted">{t('me.signOut.text')}</p>
      <div className="row">
        <SignOutButton />
        <ButtonLink to="/me/notifications" look="quiet">
          {t('me.signOut.notifications')}
        </ButtonLink>
      </div>
    </section>
  )
}
