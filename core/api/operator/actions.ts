import * as z from 'zod/mini'
import { count, storedText, timestamp } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { OLDER, pagedByNumber, READ } from './shared.ts'

export const operatorActionsQuery = z.strictObject({
  /** Prefix of an actor, an action, a target, or a target's name. */
  search: z.optional(storedText(64)),
  target: z.optional(storedText(100)),
  ...pagedByNumber,
})
export type OperatorActionsQuery = z.infer<typeof operatorActionsQuery>

/** One action of an operator. */
export const operatorAction = z.strictObject({
  id: count,
  at: timestamp,
  /** A username, a token's name, or a system account of the server. */
  actor: z.string(),
  /** Id of the acting account or token; null for commands. */
  actorId: z.nullable(z.uuid()),
  actorKind: z.enum(['account', 'token', 'command']),
  action: z.string(),
  /** Object of the action: a player, a game, a deposit, the house. */
  target: z.string(),
  /** A username, or the teams of a game; null for other targets. */
  targetName: z.nullable(z.string()),
  before: z.nullable(z.json()),
  after: z.nullable(z.json()),
  reason: z.string(),
})
export type OperatorAction = z.infer<typeof operatorAction>

export const operatorActions = z.strictObject({
  actions: z.array(operatorAction),
})

export const listActions = endpoint({
  ...READ,
  path: '/api/operator/audit-log',
  summary: 'List actions of operators, newest first',
  description: OLDER,
  query: operatorActionsQuery,
  answer: operatorActions,
  example: { query: { search: 'freeze', before: '1000' } },
})
