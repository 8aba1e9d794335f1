import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../api/error-text.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

export interface QueryStateProps<Data> {
  query: UseQueryResult<Data>
  children(data: Data): ReactNode
}

/** Shows what a query has read, or that it is being read, or why it could not be. */
export function QueryState<Data>({ query, children }: QueryStateProps<Data>) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (query.data !== undefined) return children(query.data)
  if (query.isPending && query.fetchStatus !== 'paused' && !query.isError) return <Loading />
  return (
    <Notice tone="caution" isAlert>
      <span>{query.error ? errorText(query.error) : t('errors.unreachable')}</span>
      <Button onPress={() => void query.refetch()}>{t('common.retry')}</Button>
    </Notice>
  )
}

/** Stands in the place of what is being read. */
export function Loading() {
  const { t } = useTranslation()
  return <p className="muted">{t('common.loading')}</p>
}
