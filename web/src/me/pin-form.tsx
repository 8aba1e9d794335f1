import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWeakPin } from '../../../src/care/stations/weak-pin.ts'
import { ApiError, api, request } from '../api/client.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'

const queryKey = ['pin']

/** Sets the PIN with which a caregiver acts at the tablet of a ward. */
export function PinForm() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [pin, setPin] = useState('')
  const [currentPassword, setCurrentPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const current = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request(api.GET('/api/caregivers/me/pin', { signal }))).data,
  })
  const changing = useMutation({
    mutationFn: () => request(api.PUT('/api/caregivers/me/pin', { body: { pin, currentPassword } })),
    onSuccess() {
      setPin('')
      setCurrentPassword('')
      setChecked(false)
      return client.invalidateQueries({ queryKey })
    },
  })
  const problem = !/^\d{4}$/.test(pin)
    ? t('me.pin.invalid')
    : isWeakPin(pin)
      ? t('problems.PIN_TOO_SIMPLE')
      : undefined
  const isRefused = changing.error instanceof ApiError && 'currentPassword' in changing.error.details
  const isPasswordWrong = isRefused || (isChecked && currentPassword === '')

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!problem && currentPassword) changing.mutate()
  }

  return (
    <section className="card" aria-labelledby="pin-title">
      <h2 id="pin-title">{t('me.pin.title')}</h2>
      <p className="muted">
        {t('me.pin.about')} {current.data?.hasPin && t('me.pin.isSet')}
      </p>
      <form className="form" onSubmit={submit}>
        <TextField
          label={t('me.pin.pin')}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={pin}
          onChange={setPin}
          error={isChecked ? problem : undefined}
        />
        <TextField
          label={t('me.pin.password')}
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(value) => {
            setCurrentPassword(value)
            changing.reset()
          }}
          error={isPasswordWrong ? t('me.pin.wrong') : undefined}
        />
        {changing.isError && !isRefused && <ErrorNotice error={changing.error} />}
        <FormActions submitText={t('me.pin.submit')} isPending={changing.isPending} />
        <div role="status">{changing.isSuccess && <Notice tone="good">{t('me.pin.saved')}</Notice>}</div>
      </form>
    </section>
  )
}
