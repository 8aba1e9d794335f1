import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../ui/choice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { passwordRules } from './password-rules.ts'
import './account.css'

export interface NewPasswordFieldProps {
  label: string
  value: string
  onChange(password: string): void
  error?: string | undefined
}

/** Says what is missing while one types; it can be read, so that it need not be written twice. */
export function NewPasswordField({ label, value, onChange, error }: NewPasswordFieldProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <>
      <TextField
        label={label}
        type={isShown ? 'text' : 'password'}
        name="new-password"
        autoComplete="new-password"
        spellCheck="false"
        value={value}
        onChange={onChange}
        error={error}
      />
      <Choice checked={isShown} onChange={setShown}>
        {t('account.password.show')}
      </Choice>
      <div className="password-rules">
        <p>{t('account.password.rules')}</p>
        <ul>
          {passwordRules.map(({ name, isMet }) => (
            <PasswordRule key={name} isMet={isMet(value)}>
              {t(`account.password.${name}`)}
            </PasswordRule>
          ))}
        </ul>
      </div>
    </>
  )
}

function PasswordRule({ isMet, children }: { isMet: boolean; children: string }) {
  const { t } = useTranslation()
  return (
    <li className={isMet ? 'password-rule-met' : undefined}>
      <span aria-hidden="true">{isMet ? '✓' : '○'}</span> {children}
      <span className="visually-hidden">
        {' '}
        ({isMet ? t('account.password.met') : t('account.password.unmet')})
      </span>
    </li>
  )
}
