import type { Config } from '../../../config.ts'
import { notFound } from '../../../errors.ts'
import type { Operation, Routes } from '../../../http/operation.ts'
import { admitsRole, refusalOf } from '../../../http/permission.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

/** @param all returns all operations of an installation */
export const ownOperationRoutes =
  (all: (mode: Config['mode']) => readonly Operation[]): Routes =>
  (on) => {
    on(contract.listOwnOperations, async (ctx, actor) => {
      if (!(await ctx.readOne(queries.me, {}, actor.userId))) throw notFound('User')
      return {
        operations: all(ctx.config.mode)
          .filter((operation) => !refusalOf(ctx, operation, actor) && admitsRole(operation, actor.role))
          .map(({ name }) => name)
          .sort(),
      }
    })
  }
