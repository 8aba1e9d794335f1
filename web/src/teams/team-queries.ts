import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'

const maxTeams = 100
const handoversPerPage = 20

export const allTeamsQuery = queryOptions({
  queryKey: [...keys.teams, 'all'],
  queryFn: async ({ signal }) =>
    (await request(api.GET('/api/admin/teams', { signal, params: { query: { limit: maxTeams } } }))).data,
})

export const ownTeamsQuery = queryOptions({
  queryKey: [...keys.teams, 'own'],
  queryFn: async ({ signal }) => (await request(api.GET('/api/teams', { signal }))).data,
})

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.teams, id],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/admin/teams/{id}', { signal, params: { path: { id } } }))).data,
  })

export const rotaQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.teams, id, 'rota'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/teams/{id}/rota', { signal, params: { path: { id } } }))).data,
  })

export const rotasQuery = queryOptions({
  queryKey: [...keys.teams, 'rotas'],
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/rotas', { signal }))).data,
})

export const wardsQuery = queryOptions({
  queryKey: keys.admin('wards'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/admin/wards', { signal }))).data,
})

export const handoversQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...keys.teams, id, 'handovers', page],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { page, limit: handoversPerPage } }
      return request(api.GET('/api/teams/{id}/handovers', { signal, params }))
    },
  })

export const stationsQuery = queryOptions({
  queryKey: keys.admin('stations'),
  queryFn: async ({ signal }) =>
    (await request(api.GET('/api/admin/stations', { signal, params: { query: { limit: maxTeams } } }))).data,
})

/** Sends a change, and reads the teams again. */
export function useTeamAct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.teams }),
  })
}
