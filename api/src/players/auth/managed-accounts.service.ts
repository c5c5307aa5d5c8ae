import type {
  OperatorAccount,
  PlayersQuery,
} from '#core/api/operator/players.ts'
import { coins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type AccountRow, AccountsStore } from './managed-accounts.store.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

type Frozen = OperatorAccount['frozen']

/** An account before and after a change. */
type Change = Record<'before' | 'after', { frozen: Frozen }>

export type AccountsService = ReturnType<typeof openAccounts>

/** Opens accounts as operators see and change them. */
export function openAccounts(db: Database, clock: Clock) {
  const store = new AccountsStore(db)

  async function lockFrozen(tx: Transaction, id: string): Promise<Frozen> {
    const row = await store.lock(tx, id)
    if (!row) throw new Refusal('player_unknown')
    return frozenOf(row)
  }

  return {
    async find(id: string): Promise<OperatorAccount | undefined> {
      const row = await store.find(id)
      return row && shown(row)
    },

    /** @throws not_found */
    async byName(username: string): Promise<OperatorAccount> {
      const row = await store.findByName(username)
      if (!row) throw new Refusal('player_unknown')
      return shown(row)
    },

    /** Lists accounts, newest first or by the day of the last bet. */
    async page(query: PlayersQuery, limit: number): Promise<OperatorAccount[]> {
      return (await store.page(query, limit)).map(shown)
    },

    /** Freezes an account. @throws not_found */
    async freeze(tx: Transaction, id: string, reason: string): Promise<Change> {
      const before = await lockFrozen(tx, id)
      const at = clock()
      await store.setFrozen(tx, id, { at, reason })
      const after = { at: at.toISOString(), reason }
      return { before: { frozen: before }, after: { frozen: after } }
    },

    /** @throws not_found when the player is unknown or not frozen. */
    async unfreeze(tx: Transaction, id: string): Promise<Change> {
      const before = await lockFrozen(tx, id)
      if (!before) throw new Refusal('not_frozen')
      await store.setFrozen(tx, id, null)
      return { before: { frozen: before }, after: { frozen: null } }
    },

    /** @returns the player's id. @throws not_found */
    async makeOperator(tx: Transaction, username: string): Promise<string> {
      const id = await store.makeOperator(tx, username)
      if (id === undefined) throw new Refusal('player_unknown')
      return id
    },
  }
}

function frozenOf({ frozenAt, frozenReason }: AccountRow): Frozen {
  if (!frozenAt || frozenReason === null) return null
  return { at: frozenAt.toISOString(), reason: frozenReason }
}

/** Formats days since 1970 as YYYY-MM-DD. */
function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

function shown(row: AccountRow): OperatorAccount {
  const { id, username, role, balance, createdAt, closedAt, playDay } = row
  return {
    id,
    username,
    role,
    balance: coins(balance),
    createdAt: createdAt.toISOString(),
    lastBetOn: playDay === 0 ? null : dayText(playDay),
    closedAt: closedAt?.toISOString() ?? null,
    frozen: frozenOf(row),
  }
}
