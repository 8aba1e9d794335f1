import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'

export type AdminDevice = Schema<'AdminDevice'>

export interface DeviceFilter {
  macAddress?: string
  userId?: string
}

const limit = 25

/** The key begins like that of other lists of devices: a live event about a device makes all of them be read again. */
export const devicesQuery = (filter: DeviceFilter, page: number) =>
  queryOptions({
    queryKey: [...keys.devices, 'admin', filter, page],
    queryFn: async ({ signal }) =>
      request(
        api.GET('/api/admin/devices', {
          signal,
          params: { query: { ...filter, page, limit, sort: 'createdAt', order: 'desc' } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

const macPattern = /^([0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$/i
const isPlaceholder = (digits: string) => /^(0{12}|f{12})$/i.test(digits)

/** isMac accepts what the service accepts: six bytes with or without separators, neither all zeros nor all ones. */
export const isMac = (text: string) =>
  macPattern.test(text.trim()) && !isPlaceholder(text.replace(/[^0-9a-f]/gi, ''))
