import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import {
  activeWallets,
  type DepositSite,
  startContracts,
  walletInfoOf,
} from '../../deposit/deposit-site.ts'
import { kill } from '../api-faults.ts'
import { holdRow } from '../held-row.ts'
import { BLOCK_SECONDS } from './chain-control.ts'
import {
  type DepositFault,
  type DepositScene,
  untilStored,
} from './deposit-faults.ts'

/** Kills the indexer, and pays before it restarts. */
export const INDEXER_KILL: DepositFault = {
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
export const CREDIT_KILL: DepositFault = {
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
export const NEW_CHAIN: DepositFault = {
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
    cookies.map((cookie) => walletInfoOf(api.url, cookie)),
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
