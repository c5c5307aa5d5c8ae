import type { Address } from 'viem'
import { assert } from '#core/assert.ts'
import type { PublicEndpoint } from '#testing/chain/public-endpoint.ts'
import { runScript } from '#testing/process/run-script.ts'
import { enrollPlayers } from '../../bench/players.ts'
import { activeWallets, openDepositSite } from '../../deposit/deposit-site.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { Stage } from '../../product/stage.ts'
import { chainControl } from '../deposits/chain-control.ts'
import type { SentPayment } from '../deposits/judge-ledger.ts'
import {
  createPayer,
  type Kind,
  startEndpoints,
  startTestnet,
} from './testnet.ts'

export type PublicSite = Awaited<ReturnType<typeof openPublicSite>>

const PLAYERS = 50
/** Players whose wallets a case activates. */
const SPARE_PLAYERS = 20
/** Processes report every ten seconds. */
const ALARM_WITHIN_MS = 45_000

/** Starts a product with active players whose nodes are public endpoints. */
export async function openPublicSite(stage: Stage, nodes: number) {
  const spare = await enrollPlayers(stage.env, SPARE_PLAYERS)
  let endpoints: PublicEndpoint[] = []
  const site = await openDepositSite(stage, {
    players: PLAYERS,
    startChain: startTestnet,
    async startNodes(url) {
      endpoints = await startEndpoints(stage, url, nodes)
      return endpoints.map((endpoint) => endpoint.url).join()
    },
  })
  const { api, wallets } = site
  const pay = await createPayer(site.chain)
  const sent: SentPayment[] = []
  return {
    ...site,
    control: chainControl(site.client),
    endpoints,
    sent,
    /** Pays the wallet that was paid longest ago. Settles with the block. */
    async pay(kind: Kind): Promise<Address> {
      const wallet = wallets.shift()
      assert(wallet !== undefined, 'has wallets')
      wallets.push(wallet)
      sent.push(await pay(kind, wallet))
      return wallet
    },
    /** Creates a wallet for another player, and waits until it is active. */
    async activate(): Promise<void> {
      wallets.push(...(await activeWallets(api.url, spare.splice(0, 1))))
    },
    /** Stops indexer and API while `work` goes on. */
    async whileDown(work: () => Promise<void>): Promise<void> {
      await Promise.all([site.api.process.stop(), site.indexer.stop()])
      await work()
      const port = Number(new URL(api.url).port)
      const starts = [stage.startApi(port), site.startIndexer()] as const
      ;[site.api, site.indexer] = await Promise.all(starts)
    },
    /** Waits until the command line shows an alarm. @returns false if not. */
    showsAlarm(code: string): Promise<boolean> {
      const { DATABASE_URL, DEPLOYMENT_FILE } = stage.env
      const view = { DATABASE_URL, DEPLOYMENT_FILE }
      return waitUntil(async () => {
        const shown = await runScript('operator.ts', ['overview'], view)
        return shown.stdout.includes(code)
      }, ALARM_WITHIN_MS)
    },
  }
}
