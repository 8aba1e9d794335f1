import { queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { serviceTime } from '../live/service-clock.ts'
import { type SeriesRange, seriesRanges } from './patient-search.ts'

const pathOf = (id: string) => ({ path: { id } })

export const patientQuery = (id: string) =>
  queryOptions({
    queryKey: keys.patient(id),
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}', { signal, params: pathOf(id) }))).data,
  })

export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'health'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}/health', { signal, params: pathOf(id) }))).data,
  })

export const sharingQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'sharing'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}/sharing', { signal, params: pathOf(id) }))).data,
  })

export const fallStatisticsQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'falls', 'statistics', days],
    queryFn: async ({ signal }) =>
      (
        await request(
          api.GET('/api/patients/{id}/falls/statistics', {
            signal,
            params: { ...pathOf(id), query: { days } },
          }),
        )
      ).data,
  })

const fallsPerPage = 10

export const fallsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'falls', page],
    queryFn: ({ signal }) =>
      request(
        api.GET('/api/patients/{id}/falls', {
          signal,
          params: { ...pathOf(id), query: { page, limit: fallsPerPage } },
        }),
      ),
  })

const dayMs = 86_400_000
/** Five minutes of a day. */
const seriesPoints = 288

export const seriesQuery = (id: string, range: SeriesRange) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'series', range],
    queryFn: async ({ signal }) => {
      const to = serviceTime()
      const from = new Date(to.getTime() - seriesRanges[range] * dayMs)
      const query = { from: from.toISOString(), to: to.toISOString(), points: seriesPoints }
      const params = { ...pathOf(id), query }
      return (await request(api.GET('/api/patients/{id}/vitals/series', { signal, params }))).data
    },
  })

export const devicesQuery = (id: string) =>
  queryOptions({
    // Under the key of all devices, so that a changed device is read again.
    queryKey: [...keys.devices, 'of', id],
    queryFn: async ({ signal }) =>
      (
        await request(
          api.GET('/api/patients/{id}/devices', { signal, params: { ...pathOf(id), query: { limit: 20 } } }),
        )
      ).data,
  })

export const relativesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'relatives'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}/relatives', { signal, params: pathOf(id) }))).data,
  })

export const monitoringQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'monitoring'],
    queryFn: async ({ signal }) =>
      (await request(api.GET('/api/patients/{id}/monitoring', { signal, params: pathOf(id) }))).data,
  })

export type Severity = Schema<'Incident'>['severity']

export const previewQuery = (id: string, severity: Severity, at?: Date) =>
  queryOptions({
    queryKey: [...keys.patient(id), 'escalation', severity, at],
    // Who is on duty changes with the time of the day.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await request(
          api.GET('/api/patients/{id}/escalation/preview', {
            signal,
            params: { ...pathOf(id), query: { severity, ...(at && { at: at.toISOString() }) } },
          }),
        )
      ).data,
  })
