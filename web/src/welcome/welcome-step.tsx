import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Step } from './setup.ts'

export interface WelcomeStepProps {
  step: Step
  number: number
  state: 'done' | 'skipped' | undefined
  isOpen: boolean
  onOpen(): void
  onLeave(): void
  children: ReactNode
}

/** A step with its reason; one at a time is open. */
export function WelcomeStep({ step, number, state, isOpen, onOpen, onLeave, children }: WelcomeStepProps) {
  const { t } = useTranslation()
  return (
    <li className="card" aria-current={isOpen ? 'step' : undefined}>
      <div className="welcome-head">
        <h2>{t('welcome.numbered', { number, title: t(`welcome.${step}.title`) })}</h2>
        {state && <Tag tone={state === 'done' ? 'good' : 'neutral'}>{t(`welcome.${state}`)}</Tag>}
        {!isOpen && (
          <Button
            look="quiet"
            aria-label={t('welcome.openStep', { title: t(`welcome.${step}.title`) })}
            onPress={onOpen}
          >
            {t('welcome.open')}
          </Button>
        )}
      </div>
      <p className="muted">{t(`welcome.${step}.why`)}</p>
      {isOpen && (
        <>
          {children}
          <div className="welcome-leave">
            {state === 'done' ? (
              <Button look="primary" onPress={onLeave}>
                {t('welcome.continue')}
              </Button>
            ) : (
              <Button look="quiet" onPress={onLeave}>
                {t('welcome.skip')}
              </Button>
            )}
          </div>
        </>
      )}
    </li>
  )
}
