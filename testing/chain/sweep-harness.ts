import { type Address, parseEther } from 'viem'
import { afterAll, beforeEach, expect } from 'vitest'
import { lowerCase } from '#core/chain/chains.ts'
import {
  ASSETS,
  type AssetSymbol,
  TOKEN_SYMBOLS,
} from '#core/deposits/asset.ts'
import {
  createSweepService,
  type PlannedMove,
} from '../../api/src/payments/sweep/sweep.service.ts'
import { planSweep } from '../../api/src/payments/sweep/sweep-plan.service.ts'
import {
  createSweeper,
  type Sweeper,
} from '../../api/src/payments/sweep/sweeper.ts'
import { createWalletStore } from '../../api/src/payments/wallets/wallet.store.ts'
import {
  createWalletVault,
  walletKeyBox,
} from '../../api/src/payments/wallets/wallet-keys.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { newId } from '../../api/src/platform/ids.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'
import { newWallet } from './local-chain.ts'
import {
  createOutboxHarness,
  readTerm,
  SHORT_TIMEOUTS,
} from './outbox-harness.ts'

/** Default minimums of a sweep. */
export const MINIMUMS = new Map<AssetSymbol, bigint>(
  ASSETS.map(({ minimum, symbol }) => [symbol, parseEther(minimum)]),
)

/**
 * Creates a sweeper without an API, so that a test times each step: a chain that
 * mines each transaction, a database, and both leaders.
 */
export async function createSweepHarness(
  options: { finalAfter?: number } = {},
) {
  const outbox = await createOutboxHarness(options)
  const { chain, database, db, harness, instanceId, log } = outbox
  const { client, deployment } = harness
  const wallets = createWalletStore(db)
  const masterKeys = new Map([[1, systemEntropy(32)]])
  const keys = walletKeyBox(sealedBox(masterKeys, systemEntropy), systemEntropy)
  const vault = createWalletVault(wallets, keys)
  const service = createSweepService(db, instanceId)
  const sender = outbox.newSender()
  const sweeping = outbox.createTestLease('sweep')
  afterAll(() => sweeping.release())
  /** Treasury, a new one for each test. */
  const state = { treasury: newAddress() }
  beforeEach(() => {
    state.treasury = newAddress()
  })
  const sweepTerm = () => readTerm(sweeping)

  /** Creates a player's wallet with balances. */
  async function fundWallet(
    held: Partial<Record<AssetSymbol, string>>,
  ): Promise<Address> {
    const userId = newId()
    const wallet = keys.make(userId)
    const { address } = wallet
    await db.transaction((tx) => wallets.addWallet(tx, instanceId, wallet))
    if (held.tBNB) await harness.pay(address, parseEther(held.tBNB))
    for (const symbol of TOKEN_SYMBOLS) {
      const amountWei = parseEther(held[symbol] ?? '0')
      const token = deployment.tokens[symbol]
      if (amountWei > 0n) await harness.payToken(token, address, amountWei)
    }
    return address
  }

  /** Opens the sweeper of a process that has just started. */
  function newSweeper(): Sweeper {
    const { treasury } = state
    const timeouts = SHORT_TIMEOUTS
    const deps = { chain, db, outbox: outbox.store, vault, log }
    return createSweeper({ ...deps, sweeps: service, treasury, timeouts })
  }

  function plan(only: readonly Address[], minimums = MINIMUMS) {
    const { treasury } = state
    return planSweep(chain, { wallets: only, treasury, minimums })
  }

  function requestMoves(
    moves: readonly PlannedMove[],
    treasury = state.treasury,
  ): Promise<number | undefined> {
    const sweep = { treasury, requestedBy: 'test' }
    return db.transaction((tx) => service.request(tx, sweep, moves))
  }

  async function request(...only: Address[]): Promise<number> {
    const { moves } = await plan(only)
    const id = await requestMoves(moves)
    if (id === undefined) throw new Error('Another sweep is under way')
    return id
  }

  const operate = async () => sender.tick(await outbox.term())

  async function tick(sweeper: Sweeper): Promise<void> {
    await operate()
    await sweeper.tick(await sweepTerm())
  }

  /** Ticks until the sweep is done. */
  async function finish(sweeper = newSweeper()): Promise<void> {
    await expect
      .poll(async () => {
        await tick(sweeper)
        return service.current()
      })
      .toBeUndefined()
  }

  /** Ticks until all moves of a sweep have a status. */
  async function tickUntil(sweeper: Sweeper, id: number, status: string) {
    await expect
      .poll(async () => {
        await tick(sweeper)
        return (await service.listMoves(id)).every((m) => m.status === status)
      })
      .toBe(true)
  }

  const readNonce = (address: Address) =>
    client.getTransactionCount({ address })
  const readBalance = (address: Address) => client.getBalance({ address })

  async function readAttempts(sweepId: number) {
    const [move] = await service.listMoves(sweepId)
    return service.listAttempts(move?.id ?? 0)
  }

  async function outboxSize(): Promise<number> {
    const { rowCount } = await database.pool.query(
      'SELECT FROM outbox_transactions',
    )
    return rowCount ?? 0
  }

  /** Sums the recorded moves of a wallet. */
  async function findMoves(wallet: Address) {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    const moves = (await service.readMoves(head, [wallet])).get(wallet)
    if (!moves) throw new Error('Every wallet has an entry')
    return moves
  }

  /** Expects recorded moves to match the wallet's balance and nonce. */
  async function expectLedgerToFit(wallet: Address, given: string) {
    const moves = await findMoves(wallet)
    const { houseIn, sentWei, transactionCount } = moves
    const houseInWei = houseIn.reduce((sum, { wei }) => sum + wei, 0n)
    expect(transactionCount).toBe(await readNonce(wallet))
    expect(parseEther(given) + houseInWei - sentWei.tBNB).toBe(
      await readBalance(wallet),
    )
    return { ...moves, houseInWei }
  }

  return {
    ...harness,
    readAttempts,
    readBalance,
    expectLedgerToFit,
    finish,
    findMoves,
    newSweeper,
    readNonce,
    operate,
    outboxSize,
    plan,
    request,
    requestMoves,
    service,
    state,
    sweeping,
    sweepTerm,
    tick,
    tickUntil,
    readTokens: (token: Address, address: Address) =>
      harness.token(token).read.balanceOf([address]),
    fundWallet,
  }
}

/** Returns an unused address, in lower case. */
export function newAddress(): Address {
  return lowerCase(newWallet())
}
