import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import * as schemas from './stations.schemas.ts'
import type { Stations } from './stations.service.ts'

const tags = ['Stations']
const adminOnly = (...errors: number[]) => ({ access: ['ADMIN'] as const, errors })

export function adminStationRoutes(
  app: ApiInstance,
  stations: Stations,
  respondWithPage: PageResponder,
): void {
  app.get(
    '/admin/stations',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listStations',
        summary: 'List the stations, by name',
        querystring: schemas.stationsQuery,
        response: { 200: schemas.stationsResponse },
      },
    },
    async (request) => respondWithPage(request, request.query, (query) => stations.list(query)),
  )

  app.post(
    '/admin/stations',
    {
      config: adminOnly(409),
      schema: {
        tags,
        operationId: 'createStation',
        summary: 'Create a station for a ward, with a one-time code to sign in',
        body: schemas.stationBody,
        response: { 201: schemas.stationCodeResponse },
      },
    },
    async (request, reply) =>
      reply.code(201).send(success(await stations.create(callerOf(request), request.body))),
  )

  app.post(
    '/admin/stations/:id/code',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'createStationCode',
        summary: 'Make a new one-time code for a station',
        description:
          'It replaces an earlier code. A tablet that is signed in stays so until the code is used.',
        params,
        response: { 201: schemas.stationCodeResponse },
      },
    },
    async (request, reply) =>
      reply.code(201).send(success(await stations.renewCode(callerOf(request), request.params.id))),
  )

  app.delete(
    '/admin/stations/:id',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'deleteStation',
        summary: 'Delete a station; its session ends at once',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await stations.remove(callerOf(request), id)
      return success({ id, deleted: true as const })
    },
  )
}
