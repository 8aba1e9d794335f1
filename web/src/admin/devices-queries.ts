import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { Sorting } from '../ui/table.tsx'

export type AdminDevice = Schema<'AdminDevice'>

export interface DeviceFilter {
  externalId?: string
  userId?: string
}

/** The orders in which the list can be. */
export type DeviceSort = 'name' | 'owner' | 'room' | 'team' | 'battery' | 'lastSeen'
export type DeviceSorting = Sorting<DeviceSort>

const limit = 25

/** The key begins like that of other lists of devices: a live event about a device makes all of them be read again. */
export const devicesQuery = (filter: DeviceFilter, page: number, sorting: DeviceSorting) =>
  queryOptions({
    queryKey: [...keys.devices, 'admin', filter, page, sorting],
    queryFn: async ({ signal }) =>
      request(
        api.GET('/api/admin/devices', {
          signal,
          params: { query: { ...filter, ...sorting, page, limit } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

const macPattern = /^([0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$/i
const isPlaceholder = (digits: string) => /^(0{12}|f{12})$/i.test(digits)

/** Accepts what the service accepts: six bytes with or without separators, neither all zeros nor all ones. */
export const isMac = (text: string) =>
  macPattern.test(text.trim()) && !isPlaceholder(text.replace(/[^0-9a-f]/gi, ''))

/** Whatever a device may call itself. */
export const isExternalId = (text: string) => /^[a-z0-9:._-]{1,64}$/i.test(text.trim())
