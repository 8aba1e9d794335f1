import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Sorting } from '../ui/table.tsx'

export type User = Schema<'ListedUser'>
export type Role = User['role']

export interface PeopleFilter {
  role?: Role
  status?: User['status']
}

/** The orders in which the list can be. */
export type PeopleSort = 'name' | 'room' | 'team' | 'reachable' | 'invitation' | 'lastLogin'
export type PeopleSorting = Sorting<PeopleSort>
export const byName: PeopleSorting = { sort: 'name', order: 'asc' }

const pageSize = 25
const searchPageSize = 100

/** All variants of lists and records of people. */
export const peopleKey = keys.admin('users')

/** A page of the accounts. */
export const peopleQuery = (filter: PeopleFilter, page: number, sorting: PeopleSorting) =>
  queryOptions({
    queryKey: [...peopleKey, 'page', filter, page, sorting],
    queryFn: async ({ signal }) =>
      request(
        api.GET('/api/admin/users', {
          signal,
          params: { query: { ...filter, ...sorting, page, limit: pageSize, details: 'true' } },
        }),
      ),
  })

/** Finds accounts by a part of the name or e-mail address. */
export const searchQuery = (filter: PeopleFilter, search: string, sorting: PeopleSorting) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, 'search', filter, search, sorting],
    queryFn: async ({ signal, pageParam }) =>
      request(
        api.GET('/api/admin/users', {
          signal,
          params: {
            query: {
              ...filter,
              ...sorting,
              search,
              page: pageParam,
              limit: searchPageSize,
              details: 'true',
            },
          },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
  })

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/admin/users/{id}', { signal, params: { path: { id } } }))).data,
  })
