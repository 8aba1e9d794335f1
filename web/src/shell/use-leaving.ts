import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { forgetPage } from './help-page.ts'
import { beginLiveSession, endLiveSession } from './live-session.ts'
import { useMe } from './use-me.ts'

/** A mutation that signs the person out: `send` ends the session or the account. */
export function useLeaving(send: () => Promise<unknown>) {
  const navigate = useNavigate()
  const router = useRouter()
  const client = useQueryClient()
  const { id } = useMe()
  return useMutation({
    mutationFn: () => {
      // The stream may end before the response arrives, and would take that for a sign-in that has expired.
      endLiveSession()
      return send()
    },
    networkMode: 'always',
    onError: () => beginLiveSession(router, id),
    onSuccess: async () => {
      forgetPage(id)
      await navigate({ to: '/sign-in' })
      client.clear()
    },
  })
}
