import { asc, eq } from 'drizzle-orm'
import { type Address, type Hash, parseEther } from 'viem'
import { assert } from 'vitest'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { worthOf } from '../../api/src/features/deposits/deposit-worth.ts'
import type { DepositRow } from '../../api/src/features/deposits/deposits.store.ts'
import { cryptoDeposits } from '../../api/src/features/deposits/deposits.table.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'
import { newId } from '../../api/src/platform/ids.ts'
import { COIN, depositsOn, SITE } from './deposits-on.ts'

export type Account = {
  userId: string
  wallet: Address
  cryptoType: 'tBNB'
  player: TestPlayer
}

/** Players with wallets, and what keeps their deposits; there is no chain. */
export async function openDepositAccounts(
  told: Parameters<typeof depositsOn>[2] = {},
) {
  const server = await openTestServer()
  const db = databaseOn(server.pool)
  const parts = depositsOn(db, server.platform.log, told)
  const { ledger, store } = parts
  let wallets = 0

  async function newAccount(): Promise<Account> {
    const player = await server.newPlayer()
    wallets += 1
    const wallet: Address = `0x${String(wallets).padStart(40, '0')}`
    return { userId: player.id, wallet, cryptoType: 'tBNB', player }
  }

  /** A payment with all its confirmations, which waits to be settled. */
  async function pay(
    { userId, wallet, cryptoType }: Account,
    blockNumber: number,
    amount: string,
  ): Promise<DepositRow> {
    const wei = parseEther(amount)
    const [row] = await db.transaction((tx) =>
      store.add(tx, [
        {
          id: newId(),
          instanceId: SITE.instanceId,
          userId,
          wallet,
          cryptoType,
          txHash: hashOf(Number(wei % 1_000_000_007n)),
          ordinal: 0,
          amount: wei,
          claimed: wei,
          sender: null,
          blockNumber,
          blockHash: hashOf(blockNumber),
          confirmations: 6,
          coinsPerUnit: COIN.coinsPerUnit,
          ...worthOf(wei, COIN),
        },
      ]),
    )
    assert(row, 'it was kept')
    return row
  }

  function kept({ userId }: Account): Promise<DepositRow[]> {
    return db
      .select()
      .from(cryptoDeposits)
      .where(eq(cryptoDeposits.userId, userId))
      .orderBy(asc(cryptoDeposits.id))
  }

  async function balanceOf({ player }: Account): Promise<number> {
    const { body } = await player.client.get('/api/user')
    return (body as { balance: number }).balance
  }

  async function spendAll({ userId }: Account) {
    // Play takes them; where they go does not matter here.
    const balance = await db.transaction((tx) => ledger.lock(tx, userId))
    await ledger.grant(userId, -balance)
  }

  return { ...parts, server, db, newAccount, pay, kept, balanceOf, spendAll }
}

export function hashOf(seed: number): Hash {
  return `0x${seed.toString(16).padStart(64, '0')}`
}
