import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { CaregiverStep } from './caregiver-step.tsx'
import { DeviceStep } from './device-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { PatientStep } from './patient-step.tsx'
import { TestStep } from './test-step.tsx'
import { type Step, steps, useWelcomeProgress } from './welcome-progress.ts'
import { WelcomeStep } from './welcome-step.tsx'
import './welcome.css'

export function WelcomeScreen() {
  const { t } = useTranslation()
  if (useMe().role !== 'ADMIN') return <Notice tone="caution">{t('errors.forbidden')}</Notice>
  return <FirstRun />
}

/** FirstRun leads through what an empty installation needs, in an order that can be left at any step. */
function FirstRun() {
  const { t } = useTranslation()
  const [progress, update] = useWelcomeProgress(useMe().id)
  const { states, caregiverId, patientId, macAddress } = progress
  const [open, setOpen] = useState<Step | undefined>(() => steps.find((step) => !states[step]))
  const [deviceKey, setDeviceKey] = useState<string>()
  const count = steps.filter((step) => states[step]).length

  function leave(step: Step, state: 'done' | 'skipped') {
    // What was done before it was skipped stays done.
    const known = states[step] === 'done' ? 'done' : state
    update({ states: { [step]: known } })
    const later = steps.slice(steps.indexOf(step) + 1)
    setOpen(later.find((next) => !states[next]))
  }

  const contents: Record<Step, ReactNode> = {
    password: <PasswordStep onDone={() => update({ states: { password: 'done' } })} />,
    caregiver: (
      <CaregiverStep
        caregiverId={caregiverId}
        onInvited={(id) => update({ caregiverId: id, states: { caregiver: 'done' } })}
      />
    ),
    patient: (
      <PatientStep
        patientId={patientId}
        caregiverId={caregiverId}
        onAdded={(id) => update({ patientId: id, states: { patient: 'done' } })}
      />
    ),
    device: (
      <DeviceStep
        patientId={patientId}
        macAddress={macAddress}
        deviceKey={deviceKey}
        onKey={setDeviceKey}
        onRegistered={(mac) => update({ macAddress: mac, states: { device: 'done' } })}
      />
    ),
    test: <TestStep onSent={() => update({ states: { test: 'done' } })} />,
  }

  return (
    <div className="welcome">
      <ScreenTitle>{t('welcome.title')}</ScreenTitle>
      <p>{t('welcome.about')}</p>
      <label className="welcome-progress">
        <span role="status">{t('welcome.progress', { done: count, total: steps.length })}</span>
        <progress value={count} max={steps.length} />
      </label>
      <ol className="stack">
        {steps.map((step, index) => (
          <WelcomeStep
            key={step}
            step={step}
            number={index + 1}
            state={states[step]}
            isOpen={open === step}
            onOpen={() => setOpen(step)}
            onLeave={(state) => leave(step, state)}
          >
            {contents[step]}
          </WelcomeStep>
        ))}
      </ol>
      {count === steps.length && open === undefined && (
        <Notice tone="good" isAlert>
          <span>{t('welcome.ready')}</span>
          <ButtonLink to="/" look="primary">
            {t('welcome.home')}
          </ButtonLink>
        </Notice>
      )}
    </div>
  )
}
