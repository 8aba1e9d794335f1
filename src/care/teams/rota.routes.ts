import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import * as schemas from './rota.schemas.ts'
import { readRota, readRotas, replaceRota, replaceRotas } from './rota.service.ts'

const tags = ['Teams']

export function rotaRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/admin/rotas',
    {
      config: { access: ['ADMIN'] },
      schema: {
        tags,
        operationId: 'getRotas',
        summary: 'Get the week of all teams',
        description:
          'With the times for which a rota has no shift. A shift without caregivers has nobody in it: nobody is on duty then.',
        response: { 200: schemas.rotasResponse },
      },
    },
    async () => success(await readRotas(ctx)),
  )

  app.put(
    '/admin/rotas',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'updateRotas',
        summary: 'Replace the rotas of several teams, all of them or none',
        body: schemas.rotasBody,
        response: { 200: schemas.rotasResponse },
      },
    },
    async (request) => success(await replaceRotas(ctx, callerOf(request), request.body)),
  )

  app.get(
    '/admin/teams/:id/rota',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'getRota',
        summary: 'Get the weekly rota of a team',
        params,
        response: { 200: schemas.rotaResponse },
      },
    },
    async (request) => success(await readRota(ctx, callerOf(request), request.params.id)),
  )

  app.put(
    '/admin/teams/:id/rota',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'updateRota',
        summary: 'Replace the weekly rota of a team',
        description:
          'For the patients whom a caregiver has through a team with a rota, the rota decides whether they are on duty, and not their own hours.',
        params,
        body: schemas.rotaBody,
        response: { 200: schemas.rotaResponse },
      },
    },
    async (request) => success(await replaceRota(ctx, callerOf(request), request.params.id, request.body)),
  )

  app.get(
    '/teams/:id/rota',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'getTeamRota',
        summary: 'Get the weekly rota of your team',
        params,
        response: { 200: schemas.rotaResponse },
      },
    },
    async (request) => success(await readRota(ctx, callerOf(request), request.params.id)),
  )
}
