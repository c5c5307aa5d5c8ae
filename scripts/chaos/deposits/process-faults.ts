import type { Pool } from 'pg'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { none } from '../../cli/measures.ts'
import {
  activeWallets,
  type DepositSite,
  startContracts,
  walletInfoOf,
} from '../../deposit/deposit-site.ts'
import { type HeldRow, holdRow } from '../held-row.ts'
import { BLOCK_SECONDS } from './chain-control.ts'
import {
  type DepositFault,
  type DepositScene,
  untilCredited,
  untilSeen,
} from './deposit-fault.ts'
import type { Payment } from './payments.ts'

/** Kills the indexer, and pays before it restarts. */
export const indexerKill: DepositFault = {
  name: 'indexer_kill',
  times: 5,
  async strike({ site, traffic }) {
    const startedAt = performance.now()
    process.kill(site.indexer.pid, 'SIGKILL')
    await site.indexer.ended
    const missed = await traffic.pay()
    site.indexer = await site.startIndexer()
    await untilSeen(site, missed)
    return performance.now() - startedAt
  },
}

/**
 * Kills the API between the verification of a deposit and its credit, which waits
 * for the player's locked row.
 */
export const creditKill: DepositFault = {
  name: 'api_credit_kill',
  times: 5,
  async strike({ stage, site, chain, traffic }) {
    const { database, api } = site
    const payment = await traffic.pay()
    await untilSeen(site, payment)
    const player = await holdPlayer(database, payment)
    await chain.mineEach(CONFIRMATIONS_NEEDED)
    await player.untilWanted()

    const startedAt = performance.now()
    process.kill(api.process.pid, 'SIGKILL')
    await api.process.ended
    await player.release()
    site.api = await stage.startApi(Number(new URL(api.url).port))
    await untilCredited(site, [payment])
    return performance.now() - startedAt
  },
}

/** Locks the row of the credited player. */
async function holdPlayer(database: Pool, { hash }: Payment): Promise<HeldRow> {
  const text = `SELECT FROM users WHERE id =
    (SELECT user_id FROM crypto_deposits WHERE tx_hash = $1) FOR UPDATE`
  const held = await holdRow(database, { text, values: [hash] })
  if (!held) throw new Error('the payment is of no player')
  return held
}

/** Replaces the chain under the same database, as each local start does. */
export function newChain(): DepositFault {
  let misled = 0
  let rewritten = 0
  return {
    name: 'new_chain',
    times: 2,
    async strike(scene) {
      const { site, traffic } = scene
      let before = ''
      const startedAt = await traffic.inTurn(async () => {
        await replaceChain(scene)
        before = await history(site)
        const nowMs = performance.now()
        misled += await reopen(scene)
        return nowMs
      })
      await untilSeen(site, await traffic.pay())
      const absenceMs = performance.now() - startedAt
      if ((await history(site)) !== before) rewritten += 1
      return absenceMs
    },
    more: () => [
      none('new_chain_players_misled', misled),
      none('new_chain_history_rewritten', rewritten),
    ],
  }
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
    cookies.map((cookie) => walletInfoOf(api.url, cookie)),
  )
  const isRight = infos.map(
    ({ state, address, deposits }) =>
      state === 'activating' &&
      address === null &&
      deposits.every(({ reason }) => reason === 'Earlier chain'),
  )
  return isRight.filter((right) => !right).length
}

/** Returns the stored deposits of earlier chains. */
async function history({
  chain,
  database,
}: {
  chain: DepositSite['chain']
  database: Pool
}): Promise<string> {
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
