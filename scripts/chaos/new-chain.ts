import type { Pool } from 'pg'
import { none } from '../cli/measures.ts'
import {
  activeWallets,
  type DepositSite,
  startContracts,
  walletInfoOf,
} from '../deposit/deposit-site.ts'
import { BLOCK_SECONDS } from './chain-control.ts'
import {
  type DepositFault,
  type DepositScene,
  untilSeen,
} from './deposit-fault.ts'

/**
 * The chain is gone, and another one takes its place under the same database,
 * as at each local start; API and indexer are started again, too.
 */
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

/** From here on nothing is mined until somebody says so. */
async function replaceChain({ stage, site, chain }: DepositScene) {
  process.kill(site.chain.process.pid, 'SIGKILL')
  await Promise.all([site.api.process.stop(), site.indexer.stop()])
  const port = Number(new URL(site.chain.url).port)
  site.chain = await startContracts(stage, port)
  await chain.setAutomine(false)
  await chain.setIntervalMining({ interval: 0 })
}

/** @returns how many players were shown what is no longer so. */
async function reopen({ stage, site, chain }: DepositScene): Promise<number> {
  const indexer = site.startIndexer()
  // Told when it is waited for, also when it fails before.
  indexer.catch(() => undefined)
  site.api = await stage.startApi(Number(new URL(site.api.url).port))
  const misled = await countMisled(site)
  await chain.setIntervalMining({ interval: BLOCK_SECONDS })
  site.indexer = await indexer
  await activeWallets(site.api.url, site.cookies)
  return misled
}

/** Nothing can be registered yet, and all deposits were another chain's. */
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

/** All that is known of the deposits of chains that are no more. */
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
