import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { byName, type PeopleFilter, searchQuery, type User } from './people-queries.ts'

export interface PeopleSearch {
  found: User[]
  isPending: boolean
  error: unknown
  total: number
  searchMore: (() => void) | undefined
}

/** Somebody who types is not asked about each letter. */
const pauseMs = 300

/** Finds people by a part of their name or e-mail address; nothing is read for an empty search. */
export function usePeopleSearch(search: string, filter: PeopleFilter, sorting = byName): PeopleSearch {
  const [wanted, setWanted] = useState(search.trim())
  useEffect(() => {
    const timer = setTimeout(() => setWanted(search.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [search])
  const query = useInfiniteQuery({
    ...searchQuery(filter, wanted, sorting),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })
  return {
    found: wanted ? (query.data?.pages.flatMap(({ data }) => data) ?? []) : [],
    isPending: wanted !== search.trim() || query.isPending || query.isFetchingNextPage,
    error: query.error,
    total: query.data?.pages[0]?.pagination.total ?? 0,
    searchMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  }
}
