import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

const maxRetries = 3

/** Responses that another attempt does not change. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/**
 * Live events keep the cache true, so that nothing is read again because time has passed or a window got the focus: many
 * people behind one router share the requests of its address.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, error) => count < maxRetries && !isFinal(error),
    },
    mutations: { retry: false },
  },
})
