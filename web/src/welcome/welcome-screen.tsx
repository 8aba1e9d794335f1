import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeZoneForm } from '../admin/time-zone-form.tsx'
import { VocabularyChoice } from '../admin/vocabulary-choice.tsx'
import type { Schema } from '../api/client.ts'
import { PasswordForm } from '../me/password-form.tsx'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { CaregiverStep } from './caregiver-step.tsx'
import { DeviceStep } from './device-step.tsx'
import { PatientStep } from './patient-step.tsx'
import { isDone, type Step, setupQuery, steps } from './setup.ts'
import { TestStep } from './test-step.tsx'
import { WelcomeStep } from './welcome-step.tsx'
import './welcome.css'

export function WelcomeScreen() {
  const { t } = useTranslation()
  const setup = useQuery(setupQuery)
  return (
    <div className="welcome">
      <ScreenTitle>{t('welcome.title')}</ScreenTitle>
      <p>{t('welcome.about')}</p>
      <VocabularyChoice />
      <QueryState query={setup}>{(known) => <FirstRun setup={known} />}</QueryState>
    </div>
  )
}

/** Leads through what an empty installation needs, in an order that can be left at any step. */
function FirstRun({ setup }: { setup: Schema<'Setup'> }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [skipped, setSkipped] = useState<readonly Step[]>([])
  const [open, setOpen] = useState<Step | undefined>(() => steps.find((step) => !isDone[step](setup)))
  const [device, setDevice] = useState<Schema<'ProvisionedDevice'>>()
  const count = steps.filter((step) => isDone[step](setup)).length
  const caregiverId = setup.caregiverId ?? undefined
  const patientId = setup.patientId ?? undefined

  const lookAgain = () => void client.invalidateQueries({ queryKey: setupQuery.queryKey })

  function leave(step: Step) {
    if (!isDone[step](setup)) setSkipped([...skipped, step])
    const later = steps.slice(steps.indexOf(step) + 1)
    setOpen(later.find((next) => !isDone[next](setup)))
  }

  const contents: Record<Step, ReactNode> = {
    password: <PasswordForm onChanged={lookAgain} />,
    timeZone: <TimeZoneForm onSaved={lookAgain} />,
    caregiver: <CaregiverStep caregiverId={caregiverId} onInvited={lookAgain} />,
    patient: <PatientStep patientId={patientId} caregiverId={caregiverId} onAdded={lookAgain} />,
    device: (
      <DeviceStep
        patientId={patientId}
        macAddress={setup.macAddress ?? undefined}
        device={device}
        onRegistered={(registered) => {
          setDevice(registered)
          lookAgain()
        }}
      />
    ),
    test: <TestStep onSent={lookAgain} />,
  }
  const stateOf = (step: Step) =>
    isDone[step](setup) ? 'done' : skipped.includes(step) ? 'skipped' : undefined

  return (
    <>
      <label className="welcome-progress">
        <span role="status">{t('welcome.progress', { done: count, total: steps.length })}</span>
        <progress value={count} max={steps.length} />
      </label>
      <section className="card welcome-import" aria-labelledby="welcome-import">
        <h2 id="welcome-import">{t('welcome.import.title')}</h2>
        <p>{t('welcome.import.about')}</p>
        <div>
          <ButtonLink to="/admin/import" look="primary">
            {t('welcome.import.button')}
          </ButtonLink>
        </div>
      </section>
      <ol className="stack">
        {steps.map((step, index) => (
          <WelcomeStep
            key={step}
            step={step}
            number={index + 1}
            state={stateOf(step)}
            isOpen={open === step}
            onOpen={() => setOpen(step)}
            onLeave={() => leave(step)}
          >
            {contents[step]}
          </WelcomeStep>
        ))}
      </ol>
      {open === undefined && (
        <Notice tone={count === steps.length ? 'good' : 'neutral'} isAlert>
          <span>{t(count === steps.length ? 'welcome.ready' : 'welcome.left')}</span>
          <ButtonLink to="/" look="primary">
            {t('welcome.home')}
          </ButtonLink>
        </Notice>
      )}
    </>
  )
}
