import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schema } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'

/** The signed-in person; only below the shell, which has read it. */
export const useMe = (): Schema<'Me'> => useSuspenseQuery(meQuery).data
