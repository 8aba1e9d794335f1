import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useErrorText, useSendFailure } from '../api/error-text.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { serviceTime } from '../live/service-clock.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Sends a test, and says whether it was accepted. */
export function ContactTest({ contactId, name }: { contactId: string; name: string }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const failureText = useSendFailure()
  const formats = useFormats()
  const client = useQueryClient()
  const testing = useMutation({
    mutationFn: async () => {
      const params = { path: { id: contactId } }
      const { data } = await request(api.POST('/api/notifications/contacts/{id}/test', { params }))
      return { ...data, at: serviceTime() }
    },
    // A receiver that is gone ends the contact.
    onSettled: () => client.invalidateQueries({ queryKey: keys.contacts }),
  })
  const result = testing.data
  return (
    <>
      <Button
        aria-label={`${t('me.notifications.test')}: ${name}`}
        isPending={testing.isPending}
        onPress={() => testing.mutate()}
      >
        {t('me.notifications.test')}
      </Button>
      <div role="status" className="contact-result">
        {result?.state === 'SENT' && (
          <Notice tone="good">{t('me.notifications.testSent', { time: formats.time(result.at) })}</Notice>
        )}
        {result && result.state !== 'SENT' && (
          <Notice tone="caution">
            {t('me.notifications.testFailed', {
              error: failureText(result) ?? t('common.unknown'),
            })}
          </Notice>
        )}
        {testing.isError && <Notice tone="caution">{errorText(testing.error)}</Notice>}
      </div>
    </>
  )
}
