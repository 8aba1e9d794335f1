import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { FormTextField } from '../ui/form-text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { z } from '../ui/zod.ts'

const minLength = 8
const maxLength = 128
const rules = [/[A-Z]/, /[a-z]/, /[0-9]/, /[!@#$%^&*]/]

interface PasswordValues {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

const empty: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordStep({ onDone }: { onDone(): void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { email } = useMe()
  const schema = z
    .object({
      currentPassword: z.string().min(1, t('welcome.password.missing')),
      newPassword: z
        .string()
        .refine(
          (text) =>
            text.length >= minLength && text.length <= maxLength && rules.every((rule) => rule.test(text)),
          t('welcome.password.rules'),
        ),
      confirmPassword: z.string(),
    })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      error: t('welcome.password.differs'),
      path: ['confirmPassword'],
    })
  const { control, handleSubmit, reset } = useForm<PasswordValues>({
    defaultValues: empty,
    resolver: zodResolver(schema),
  })
  const change = useMutation({
    mutationFn: (body: PasswordValues) => request(api.POST('/api/profile/password', { body })),
    onSuccess: () => {
      reset(empty)
      onDone()
    },
  })
  if (change.isSuccess)
    return (
      <Notice tone="good" isAlert>
        {t('welcome.password.changed')}
      </Notice>
    )
  return (
    <form className="form" noValidate onSubmit={handleSubmit((values) => change.mutate(values))}>
      {/* Password managers store the new password under the account. */}
      <input type="hidden" autoComplete="username" name="username" value={email} readOnly />
      <FormTextField
        control={control}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        label={t('welcome.password.current')}
      />
      <FormTextField
        control={control}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        label={t('welcome.password.new')}
        description={t('welcome.password.rules')}
      />
      <FormTextField
        control={control}
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        label={t('welcome.password.repeat')}
      />
      {change.error && (
        <Notice tone="caution" isAlert>
          {errorText(change.error)}
        </Notice>
      )}
      <div>
        <Button type="submit" look="primary" isPending={change.isPending}>
          {t('welcome.password.submit')}
        </Button>
      </div>
    </form>
  )
}
