import { asc, eq } from 'drizzle-orm'
import { type Address, type Hash, parseEther } from 'viem'
import { assert } from 'vitest'
import { byAsset } from '#core/deposits/asset.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { createLedger } from '../../api/src/ledger/ledger.ts'
import type { DepositSite } from '../../api/src/payments/deposit-chain.ts'
import { createAccountsStore } from '../../api/src/payments/deposits/accounts.store.ts'
import { createDepositsService } from '../../api/src/payments/deposits/credit/deposits.service.ts'
import { createDepositTimeline } from '../../api/src/payments/deposits/deposit-timeline.service.ts'
import { quoteCoins } from '../../api/src/payments/deposits/deposit-value.ts'
import {
  createDepositsStore,
  type DepositRow,
} from '../../api/src/payments/deposits/deposits.store.ts'
import { cryptoDeposits } from '../../api/src/payments/deposits/deposits.table.ts'
import { createUnattributedDeposits } from '../../api/src/payments/deposits/reconcile/unattributed-deposits.ts'
import type { HousePayment } from '../../api/src/payments/sweep/sweep.service.ts'
import { newId } from '../../api/src/platform/ids.ts'
import type { PushToPlayer } from '../../api/src/platform/ws/sockets.ts'
import { NO_PASSWORD } from '../../api/src/players/auth/passwords.ts'

const TERMS = {
  minimumWei: parseEther('0.01'),
  coinsPerUnit: 100_000,
}
export const SITE: DepositSite = {
  instanceId: 7,
  chainId: 31337,
  registry: `0x${'1'.repeat(40)}`,
  indexerSchema: 'none',
  assets: byAsset(({ symbol }) => ({ symbol, ...TERMS })),
  operator: undefined,
  treasury: undefined,
  house: [],
}

export type Account = { userId: string; wallet: Address; cryptoType: 'tBNB' }

type Listeners = {
  push?: PushToPlayer
  onBalance?: (userId: string, balance: number) => void
}

/** Opens players with wallets and their deposits, without a chain. */
export async function openDepositAccounts({
  push = () => undefined,
  onBalance = () => undefined,
}: Listeners = {}) {
  const server = await openTestServer()
  const { db } = server.platform
  const clock = () => new Date()
  const ledger = createLedger({ db, clock }).service
  const sockets = { push }
  const timeline = createDepositTimeline(
    { clock, db },
    { chain: { site: SITE }, sockets },
  )
  const parts = {
    accounts: createAccountsStore(db, SITE.instanceId),
    clock,
    db,
    ledger,
    onBalance,
    site: SITE,
    store: createDepositsStore(db, SITE.instanceId),
    timeline,
  }
  const deposits = createDepositsService(parts)
  const unattributedDeposits = createUnattributedDeposits(parts)
  const term = { guard: async () => undefined }
  let accounts = 0

  async function newAccount(): Promise<Account> {
    accounts += 1
    const wallet: Address = `0x${String(accounts).padStart(40, '0')}`
    const userId = newId()
    const username = `account ${accounts}`
    await server.modules.auth.service.enroll({
      id: userId,
      username,
      password: NO_PASSWORD,
    })
    return { userId, wallet, cryptoType: 'tBNB' }
  }

  /** Adds a confirmed payment that waits for its settlement. */
  async function pay(
    account: Account,
    blockNumber: number,
    amount: string,
  ): Promise<DepositRow> {
    const wei = parseEther(amount)
    const payment = {
      ...account,
      id: newId(),
      instanceId: SITE.instanceId,
      txHash: getHash(Number(wei % 1_000_000_007n)),
      ordinal: 0,
      amountWei: wei,
      claimedWei: wei,
      sender: null,
      blockNumber,
      blockHash: getHash(blockNumber),
      confirmations: 6,
      coinsPerUnit: TERMS.coinsPerUnit,
      ...quoteCoins(wei, SITE.assets.tBNB),
    }
    const [row] = await db.transaction((tx) => parts.store.add(tx, [payment]))
    assert(row, 'it was kept')
    return row
  }

  /** Credits unattributed deposits. */
  async function creditUnattributed(): Promise<void> {
    for (const row of await parts.store.listPending(50)) {
      if (row.txHash === null) await deposits.credit(term, row, {})
    }
  }

  /** Reconciles a wallet at a block. */
  async function compare(
    { cryptoType, userId, wallet }: Account,
    blockNumber: number,
    received: string,
    houseIn: readonly HousePayment[] = [],
  ): Promise<void> {
    const known = await unattributedDeposits.getGaps([wallet])
    const receivedWei = parseEther(received)
    const blockHash = getHash(blockNumber)
    await unattributedDeposits.reconcile(
      term,
      { cryptoType, userId, wallet },
      { known, seen: { blockNumber, blockHash, houseIn, receivedWei } },
    )
  }

  /** Reconciles at two blocks, so that a gap becomes a deposit. */
  async function find(...seen: Parameters<typeof compare>): Promise<void> {
    const [account, block, ...more] = seen
    await compare(account, block, ...more)
    await compare(account, block + 1, ...more)
  }

  function kept({ userId }: Account): Promise<DepositRow[]> {
    return db
      .select()
      .from(cryptoDeposits)
      .where(eq(cryptoDeposits.userId, userId))
      .orderBy(asc(cryptoDeposits.id))
  }

  function readBalance({ userId }: Account): Promise<number> {
    return db.transaction((tx) => ledger.lock(tx, userId))
  }

  /** Reduces a player's balance. */
  async function spendDownTo(account: Account, left = 0) {
    await ledger.grant(account.userId, left - (await readBalance(account)))
  }

  return {
    ...parts,
    deposits,
    unattributedDeposits,
    server,
    newAccount,
    pay,
    compare,
    creditUnattributed,
    find,
    kept,
    readBalance,
    spendDownTo,
  }
}

export function getHash(seed: number): Hash {
  return `0x${seed.toString(16).padStart(64, '0')}`
}
