import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import {
  behind,
  down,
  type Fault,
  type FaultyNode,
  misreportingLogs,
  misreportingReceipts,
  rateLimited,
  repeating,
} from '#testing/chain/faulty-node.ts'
import {
  activeWallets,
  type DepositSite,
  findWalletInfo,
  startContracts,
} from '../../deposit/deposit-site.ts'
import { kill } from '../api-faults.ts'
import { holdRow } from '../held-row.ts'
import { BLOCK_SECONDS } from './chain-control.ts'
import {
  type DepositFault,
  type DepositScene,
  untilStored,
} from './inject-deposit-faults.ts'

/** Kills the indexer, and pays before it restarts. */
const INDEXER_KILL: DepositFault = {
  name: 'indexer_kill',
  times: 5,
  async strike({ site, traffic }) {
    const startedAt = performance.now()
    process.kill(site.indexer.pid, 'SIGKILL')
    await site.indexer.ended
    const missed = await traffic.pay()
    site.indexer = await site.startIndexer()
    await untilStored(site, [missed])
    return performance.now() - startedAt
  },
}

/**
 * Kills the API between the verification of a deposit and its credit, which waits
 * for the player's locked row.
 */
const CREDIT_KILL: DepositFault = {
  name: 'api_credit_kill',
  times: 5,
  async strike({ stage, site, chain, traffic }) {
    const { database, api } = site
    const payment = await traffic.pay()
    await untilStored(site, [payment])
    const player = await holdRow(
      database,
      `SELECT FROM users WHERE id =
         (SELECT user_id FROM crypto_deposits WHERE tx_hash = $1) FOR UPDATE`,
      [payment.hash],
    )
    await chain.mineEach(CONFIRMATIONS_NEEDED)
    await player?.untilWanted()

    const startedAt = performance.now()
    await kill(api)
    await player?.release()
    site.api = await stage.startApi(Number(new URL(api.url).port))
    await untilStored(site, [payment], { isCredited: true })
    return performance.now() - startedAt
  },
}

/** Replaces the chain under the same database, as each local start does. */
const NEW_CHAIN: DepositFault = {
  name: 'new_chain',
  times: 2,
  async strike(scene) {
    const { site, traffic, counts } = scene
    const add = (what: string, count: number) =>
      counts.set(what, (counts.get(what) ?? 0) + count)
    let before = ''
    const startedAt = await traffic.inTurn(async () => {
      await replaceChain(scene)
      before = await history(site)
      const nowMs = performance.now()
      add('players_misled', await reopen(scene))
      return nowMs
    })
    await untilStored(site, [await traffic.pay()])
    const absenceMs = performance.now() - startedAt
    add('history_rewritten', Number((await history(site)) !== before))
    return absenceMs
  },
}

/** Stops mining on the new chain. */
async function replaceChain({ stage, site, chain }: DepositScene) {
  process.kill(site.chain.process.pid, 'SIGKILL')
  await Promise.all([site.api.process.stop(), site.indexer.stop()])
  const port = Number(new URL(site.chain.url).port)
  site.chain = await startContracts(stage, port)
  await chain.setAutomine(false)
  await chain.setIntervalMining({ interval: 0 })
}

/** @returns the number of players who saw outdated wallets */
async function reopen({ stage, site, chain }: DepositScene): Promise<number> {
  const indexer = site.startIndexer()
  // Reported when awaited.
  indexer.catch(() => undefined)
  site.api = await stage.startApi(Number(new URL(site.api.url).port))
  const misled = await countMisled(site)
  await chain.setIntervalMining({ interval: BLOCK_SECONDS })
  site.indexer = await indexer
  await activeWallets(site.api.url, site.cookies)
  return misled
}

/** Counts players who don't see an activating wallet and earlier deposits. */
async function countMisled({ api, cookies }: DepositSite): Promise<number> {
  const infos = await Promise.all(
    cookies.map((cookie) => findWalletInfo(api.url, cookie)),
  )
  const wrong = infos.filter(
    ({ state, address, deposits }) =>
      state !== 'activating' ||
      address !== null ||
      deposits.some(({ reason }) => reason !== 'Earlier chain'),
  )
  return wrong.length
}

/** Returns the stored deposits of earlier chains. */
async function history({ chain, database }: DepositSite): Promise<string> {
  const { rows } = await database.query(
    `SELECT deposit.*, transaction.id AS transaction, transaction.amount AS moved
     FROM crypto_deposits AS deposit
     JOIN chain_instances AS chain ON chain.id = deposit.instance_id
     LEFT JOIN transactions AS transaction
       ON transaction.user_id = deposit.user_id
       AND transaction.metadata ->> 'depositId' = deposit.id::text
     WHERE chain.genesis_hash <> $1
     ORDER BY deposit.id, transaction.id`,
    [chain.deployment.genesisHash],
  )
  return JSON.stringify(rows)
}

const REORG_BLOCK_MS = 100
const BLOCKS_AHEAD = 2

/**
 * Replaces the newest blocks by a longer branch: fewer and more than six
 * confirmations; the last depth exceeds what Ponder follows.
 */
const REORGS: DepositFault[] = [2, 5, 8, 40].map((depth) => ({
  name: `reorg_${depth}`,
  times: 3,
  async strike(scene) {
    const { site, sent, chain, traffic } = scene
    await chain.setIntervalMining({ interval: 0 })
    const { id, known } = await traffic.inTurn(async () => {
      // The snapshot would restore pending transactions.
      await chain.mineEach(1)
      return { id: await chain.snapshot(), known: sent.length }
    })
    const reorged = [
      await traffic.pay(),
      await traffic.pay(),
      await traffic.pay(),
    ]
    await chain.mineEach(depth, () => sleep(REORG_BLOCK_MS))
    if (depth >= CONFIRMATIONS_NEEDED) {
      await untilStored(site, reorged, { isCredited: true })
    }
    await traffic.inTurn(async () => {
      await chain.revert({ id })
      await mineBranch(scene, depth, known)
    })
    const startedAt = performance.now()
    await chain.setIntervalMining({ interval: BLOCK_SECONDS })
    await untilStored(site, [await traffic.pay()])
    return performance.now() - startedAt
  },
}))

/** Mines reverted payments again, replaces or drops them, in random order. */
async function mineBranch(
  { chain, random, sent, traffic }: DepositScene,
  depth: number,
  known: number,
): Promise<void> {
  const { payments } = traffic
  const steps = sent
    .slice(known)
    .map((payment) => ({ payment, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ payment }, index) => ({
      payment,
      index,
      block: Math.floor(random() * depth),
    }))
  let block = 0
  await chain.mineEach(depth + BLOCKS_AHEAD, async () => {
    for (const { payment, index } of steps.filter((it) => it.block === block)) {
      if (index % 3 === 0) await payments.send(payment)
      if (index % 3 === 1) await payments.replace(payment)
    }
    block += 1
  })
}

/** Between blocks while a node is faulty. */
const BLOCK_MS = { least: 200, most: 600 }
/** More than the confirmations of a payment. */
const BLOCKS_BEHIND = 20
const DELAY_MS = 300

const slow: Fault = (upstream) => async (request) => {
  await sleep(DELAY_MS)
  return upstream(request)
}

/** Faults of the chain's nodes: first of one of two, then of all. */
const FAULTS: [name: string, all: Fault, one?: Fault][] = [
  ['rpc_lagging', behind(BLOCKS_BEHIND)],
  ['rpc_repeating', repeating],
  ['rpc_429', rateLimited],
  [
    'rpc_lying',
    misreportingLogs,
    (upstream) => misreportingLogs(misreportingReceipts(upstream)),
  ],
  ['rpc_down', down],
]

const NODE_FAULTS: DepositFault[] = [
  ...FAULTS.map(([name, all, one = all]) => ({
    name,
    times: 3,
    strike: async (scene: DepositScene) =>
      Math.max(
        await misbehave(scene, scene.nodes.slice(0, 1), one),
        await misbehave(scene, scene.nodes, all),
      ),
  })),
  {
    name: 'rpc_slow',
    times: 3,
    /** Delays credits, but doesn't prevent them. */
    async strike({ site, chain, nodes, traffic }) {
      for (const node of nodes) node.inject(slow)
      const payment = await traffic.pay()
      await untilStored(site, [payment])
      await chain.mineEach(CONFIRMATIONS_NEEDED)
      const startedAt = performance.now()
      await untilStored(site, [payment], { isCredited: true })
      const absenceMs = performance.now() - startedAt
      for (const node of nodes) node.inject()
      return absenceMs
    },
  },
]

/**
 * Sends and confirms a payment during the fault.
 *
 * @returns milliseconds from the fault's end until the payment is stored
 */
async function misbehave(
  { site, chain, traffic, random }: DepositScene,
  nodes: readonly FaultyNode[],
  fault: Fault,
): Promise<number> {
  const blockMs = BLOCK_MS.least + random() * (BLOCK_MS.most - BLOCK_MS.least)
  for (const node of nodes) node.inject(fault)
  const missed = await traffic.pay()
  await chain.mineEach(CONFIRMATIONS_NEEDED + 2, () => sleep(blockMs))
  for (const node of nodes) node.inject()
  const startedAt = performance.now()
  await untilStored(site, [missed])
  return performance.now() - startedAt
}

/** Faults in order; the new chain comes last. */
export const DEPOSIT_FAULTS: DepositFault[] = [
  INDEXER_KILL,
  ...REORGS,
  ...NODE_FAULTS,
  CREDIT_KILL,
  NEW_CHAIN,
]
