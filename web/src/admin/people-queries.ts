import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'

export type User = Schema<'User'>
export type Role = User['role']

export interface PeopleFilter {
  role?: Role
  status?: User['status']
}

const pageSize = 25
const searchPageSize = 100

/** All variants of lists and records of people. */
export const peopleKey = keys.admin('users')

/** peopleQuery is a page of the accounts. */
export const peopleQuery = (filter: PeopleFilter, page: number) =>
  queryOptions({
    queryKey: [...peopleKey, 'page', filter, page],
    queryFn: async ({ signal }) =>
      request(
        api.GET('/api/admin/users', {
          signal,
          params: { query: { ...filter, page, limit: pageSize, sort: 'lastName', order: 'asc' } },
        }),
      ),
  })

/** searchQuery finds accounts by a part of the name or e-mail address. */
export const searchQuery = (filter: PeopleFilter, search: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, 'search', filter, search],
    queryFn: async ({ signal, pageParam }) =>
      request(
        api.GET('/api/admin/users', {
          signal,
          params: {
            query: {
              ...filter,
              search,
              page: pageParam,
              limit: searchPageSize,
              sort: 'lastName',
              order: 'asc',
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
