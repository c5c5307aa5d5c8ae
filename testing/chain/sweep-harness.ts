import { type Address, parseEther } from 'viem'
import { afterAll, expect } from 'vitest'
import { lowerCase } from '#core/chain/lower-case.ts'
import type { TestChainId } from '#core/chain/test-chains.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { openSweeper } from '../../api/src/features/sweep/sweep.feature.ts'
import { SweepService } from '../../api/src/features/sweep/sweep.service.ts'
import { SweepStore } from '../../api/src/features/sweep/sweep.store.ts'
import { planSweep } from '../../api/src/features/sweep/sweep-plan.service.ts'
import type { Sweeper } from '../../api/src/features/sweep/sweeper.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { instanceIdOf } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { operatorAccount } from '../../api/src/platform/chain/outbox/operator-account.ts'
import { OutboxStore } from '../../api/src/platform/chain/outbox/outbox.store.ts'
import { OutboxSender } from '../../api/src/platform/chain/outbox/outbox-sender.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'
import { Lease, type Term } from '../../api/src/platform/db/lease.ts'
import { migrate } from '../../api/src/platform/db/migrate.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { makeMetrics } from '../../api/src/platform/metrics.ts'
import { ownChain } from './chain-server.ts'
import { finalizedAfter, startFaultyNode } from './faulty-node.ts'
import { newWallet } from './local-chain.ts'
import { OPERATOR_KEY } from './operator-key.ts'
import { playerWallets } from './player-wallets.ts'
import { freshChain } from './shared-chains.ts'

/** The least that is swept in tests, as it is when nothing is configured. */
export const MINIMUMS = new Map<AssetSymbol, bigint>([
  ['tBNB', parseEther('0.01')],
  ['GUMBY', parseEther('100')],
  ['POKEY', parseEther('100')],
])

/**
 * The worker's chain, blocks of which are final at once, if nothing else is
 * said.
 */
type Site = { chainId?: TestChainId; finalAfter?: number }

type Parts = Awaited<ReturnType<typeof openParts>>

/**
 * Sweeping without an API around it, so that a test decides when something
 * happens: a chain that mines by transactions, the books, and both leaders.
 */
export async function openSweepHarness(site: Site = {}) {
  const parts = await openParts(site)
  const { server, operating, sweeping, service, harness } = parts
  /** Where the house sweeps to. */
  const state = { treasury: newAddress() }
  return {
    ...harness,
    service,
    state,
    sweeping,
    sweepTerm: () => termOf(sweeping),
    operate: async () => server.tick(await termOf(operating)),
    ...players(parts),
    ...operators(parts, state),
    ...observers(parts),
  }
}

async function openParts({ chainId, finalAfter = 0 }: Site) {
  const harness = await (chainId ? ownChain(chainId) : freshChain())
  const { deployment } = harness
  const database = await createTestDatabase()
  await migrate(database.url)
  const db = databaseOn(database.pool)
  const log = makeLogger('silent')
  const node = await startFaultyNode(
    harness.env.RPC_URL,
    finalizedAfter(finalAfter),
  )
  const rpcUrls = [node.url]
  const chain = await openChain({ rpcUrls, deployment }, { log })
  const instanceId = await instanceIdOf(db, deployment)
  const { add: addWallet, vault } = playerWallets(db, instanceId)
  const store = new SweepStore(db, instanceId)
  const service = new SweepService({ db, instanceId, store })
  const outbox = new OutboxStore(db, instanceId)
  const account = operatorAccount(OPERATOR_KEY, chain)
  const metrics = makeMetrics()
  const sending = { store: outbox, chain, account, metrics, log }
  const server = new OutboxSender(sending)
  // Outlives a machine that stands still for some seconds.
  const operating = new Lease('operator', { db, log, lifeSeconds: 3_600 })
  const sweeping = new Lease('sweep', { db, log, lifeSeconds: 3_600 })

  afterAll(async () => {
    await operating.release()
    await sweeping.release()
    await database.close()
    await node.close()
  })
  return {
    harness,
    addWallet,
    service,
    store,
    server,
    operating,
    sweeping,
    database,
    sweeperDeps: { chain, store, outbox, vault, log },
  }
}

function players({ addWallet, harness }: Parts) {
  const { client, deployment } = harness
  const { GUMBY, POKEY } = deployment.tokens

  /** A player's wallet with what it is given. */
  async function walletWith(held: {
    tBNB?: string
    GUMBY?: string
    POKEY?: string
  }): Promise<Address> {
    const address = await addWallet()
    if (held.tBNB) await harness.pay(address, parseEther(held.tBNB))
    if (held.GUMBY)
      await harness.payToken(GUMBY, address, parseEther(held.GUMBY))
    if (held.POKEY)
      await harness.payToken(POKEY, address, parseEther(held.POKEY))
    return address
  }

  async function withoutMining(work: () => Promise<void>): Promise<void> {
    await client.setAutomine(false)
    try {
      await work()
    } finally {
      await client.setAutomine(true)
    }
  }

  return { walletWith, withoutMining }
}

function operators(parts: Parts, state: { treasury: Address }) {
  const { server, operating, service, sweeping, sweeperDeps } = parts

  /** A process that has just started, with short timeouts. */
  function newSweeper(): Sweeper {
    const timeouts = { resendMs: 100, stuckMs: 300, lostMs: 600 }
    const { treasury } = state
    return openSweeper({ ...sweeperDeps, treasury, timeouts })
  }

  function plan(wallets: readonly Address[], minimums = MINIMUMS) {
    const { treasury } = state
    return planSweep(sweeperDeps.chain, { wallets, treasury, minimums })
  }

  async function request(...only: Address[]): Promise<number> {
    const { treasury } = state
    const { moves } = await plan(only)
    const id = await service.request({ treasury, requestedBy: 'test' }, moves)
    if (id === undefined) throw new Error('Another sweep is under way')
    return id
  }

  async function tick(sweeper: Sweeper): Promise<void> {
    await server.tick(await termOf(operating))
    await sweeper.tick(await termOf(sweeping))
  }

  /** Until the sweep is done. */
  async function finish(sweeper: Sweeper): Promise<void> {
    await expect
      .poll(async () => {
        await tick(sweeper)
        return service.current()
      })
      .toBeUndefined()
  }

  /** Until all moves of a sweep have come so far. */
  async function tickUntil(sweeper: Sweeper, id: number, status: string) {
    await expect
      .poll(async () => {
        await tick(sweeper)
        return (await service.movesOf(id)).every((m) => m.status === status)
      })
      .toBe(true)
  }

  /** One tick signs, and its transaction is in a block at once. */
  async function sweepUntilSent(id: number): Promise<void> {
    await newSweeper().tick(await termOf(sweeping))
    expect((await service.movesOf(id))[0]?.status).toBe('sent')
  }

  return { newSweeper, plan, request, tick, finish, tickUntil, sweepUntilSent }
}

function observers({ database, service, store, harness }: Parts) {
  const { client } = harness

  function nonceOf(address: Address) {
    return client.getTransactionCount({ address })
  }

  async function attemptsOf(sweepId: number) {
    const [move] = await service.movesOf(sweepId)
    return store.attemptsOf(move?.id ?? 0)
  }

  async function outboxSize(): Promise<number> {
    const { rows } = await database.pool.query(
      'SELECT count(*)::int AS count FROM outbox_transactions',
    )
    return rows[0].count
  }

  async function movesOf(wallet: Address) {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    const moves = (await service.movesThrough(head, [wallet])).get(wallet)
    if (!moves) throw new Error('Every wallet has its entry')
    return moves
  }

  /** Says of the books what the chain says of the wallet. */
  async function expectLedgerToFit(wallet: Address, givenWei: bigint) {
    const moves = await movesOf(wallet)
    const { houseIn, nativeOutWei, transactionCount } = moves
    const houseInWei = houseIn.reduce((sum, { wei }) => sum + wei, 0n)
    expect(transactionCount).toBe(await nonceOf(wallet))
    expect(givenWei + houseInWei - nativeOutWei).toBe(
      await client.getBalance({ address: wallet }),
    )
    return { ...moves, houseInWei }
  }

  return {
    nonceOf,
    attemptsOf,
    outboxSize,
    movesOf,
    expectLedgerToFit,
    balanceOf: (address: Address) => client.getBalance({ address }),
    tokensOf: (token: Address, address: Address) =>
      harness.token(token).read.balanceOf([address]),
  }
}

/** Of nobody, in lower case. */
export function newAddress(): Address {
  return lowerCase(newWallet())
}

async function termOf(lease: Lease): Promise<Term> {
  const term = await lease.term()
  if (!term) throw new Error('Nobody else leads')
  return term
}
