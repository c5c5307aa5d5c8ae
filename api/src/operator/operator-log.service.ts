import type {
  OperatorAction,
  OperatorActionsQuery,
} from '#core/api/operator/actions.ts'
import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import type { Clock } from '../platform/clock.ts'
import type { Transaction } from '../platform/db/database.ts'
import type { LoggedRow, OperatorLogStore } from './operator-log.store.ts'

/** Names the operator, or the token, that takes an action. */
export type Actor = {
  /** A username, a token's name, or a system account of the server. */
  name: string
  /** The player whose session it is. */
  id?: string
  tokenId?: string
}

/** Keeps what matters of a state. */
type Logged = OperatorAction['before']

/** Describes an action, and what it changes. */
export type LoggedAction = {
  action: string
  target: string
  before?: Logged
  after?: Logged
  reason: string
}

/** The audit log of operators: who, what, before, after, why. */
export class OperatorLog {
  readonly #store: OperatorLogStore
  readonly #clock: Clock

  constructor(store: OperatorLogStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Adds an action, within the transaction that does it. */
  add(tx: Transaction, actor: Actor, logged: LoggedAction): Promise<void> {
    return this.#store.add(tx, {
      ...logged,
      at: this.#clock(),
      actor: actor.name,
      actorId: actor.id ?? actor.tokenId ?? null,
    })
  }

  /** Newest first. */
  async page(
    query: OperatorActionsQuery,
    limit = OPERATOR_PAGE_SIZE,
  ): Promise<OperatorAction[]> {
    return (await this.#store.page(query, limit)).map(shown)
  }
}

function shown({ isToken, ...row }: LoggedRow): OperatorAction {
  const kind = isToken ? 'token' : 'account'
  return {
    ...row,
    at: row.at.toISOString(),
    actorKind: row.actorId ? kind : 'command',
  }
}
