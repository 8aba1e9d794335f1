import { QueryClient } from '@tanstack/react-query'
import { retryDelayMs, shouldRetry } from './retries.ts'

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
      retry: shouldRetry,
      retryDelay: retryDelayMs,
    },
    mutations: { retry: false },
  },
})
