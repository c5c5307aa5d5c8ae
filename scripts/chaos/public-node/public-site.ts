import { join } from 'node:path'
import { type Address, parseEther } from 'viem'
import { assert } from '#core/assert.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { localChain } from '#testing/chain/local-chain.ts'
import { OPERATOR_KEY } from '#testing/chain/operator-key.ts'
import {
  type PublicEndpoint,
  startPublicEndpoint,
} from '#testing/chain/public-endpoint.ts'
import { runScript } from '#testing/process/run-script.ts'
import {
  forcedPaymentAbi,
  forcedPaymentBytecode,
} from '../../../contracts/generated/forced-payment.ts'
import { enrollPlayers } from '../../bench/players.ts'
import { deployContracts } from '../../chain/deploy-contracts.ts'
import { activeWallets, openDepositSite } from '../../deposit/deposit-site.ts'
import { freePort } from '../../process/ports.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { Stage } from '../../product/stage.ts'
import { chainControl } from '../deposits/chain-control.ts'
import type { SentPayment } from '../deposits/judge-ledger.ts'

export const KINDS = ['native', 'token', 'internal'] as const
export type Kind = (typeof KINDS)[number]
export type PublicSite = Awaited<ReturnType<typeof openPublicSite>>

const PLAYERS = 50
/** Players whose wallets a case activates. */
const SPARE_PLAYERS = 20
const FOREIGN_PER_BLOCK = 20
/** Processes report every ten seconds. */
const ALARM_WITHIN_MS = 45_000
const NATIVE_WEI = parseEther('0.02')
const TOKEN_WEI = parseEther('100')

/** Starts a product with active players whose nodes are public endpoints. */
export async function openPublicSite(stage: Stage, nodes: number) {
  const spare = await enrollPlayers(stage.env, SPARE_PLAYERS)
  const endpoints: PublicEndpoint[] = []
  const site = await openDepositSite(stage, {
    players: PLAYERS,
    startChain: startTestnet,
    async startNodes(url) {
      while (endpoints.length < nodes) {
        endpoints.push(await startPublicEndpoint(url))
      }
      return endpoints.map((endpoint) => endpoint.url).join()
    },
  })
  stage.runner.atStop(async () => {
    for (const endpoint of endpoints) endpoint.close()
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

/** Starts a chain with the testnet's id and pace, and deploys the contracts. */
async function startTestnet(stage: Stage) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const process = await stage.runner.launch({
    name: 'testnet',
    args: ['testing/chain/testnet-chain.ts'],
    env: { CHAIN_PORT: port, FOREIGN_PER_BLOCK: String(FOREIGN_PER_BLOCK) },
    isReady: () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
  })
  const file = join(stage.directory, 'deployment.json')
  const env = { OPERATOR_PRIVATE_KEY: OPERATOR_KEY }
  const deployment = await deployContracts({ rpcUrl: url, file, env })
  stage.env = { ...stage.env, ...env, DEPLOYMENT_FILE: file }
  const setting = {
    rpcUrl: url,
    deploymentFile: file,
    operatorKey: OPERATOR_KEY,
  }
  return { url, process, setting, deployment }
}

/** Pays as players would, and by a contract that forwards all coins. */
async function createPayer({
  deployment,
  url,
}: {
  deployment: Deployment
  url: string
}) {
  const chain = await localChain(url, deployment)
  return async (kind: Kind, to: Address): Promise<SentPayment> => {
    if (kind === 'token') {
      const token = deployment.tokens.GUMBY
      const { transactionHash } = await chain.payToken(token, to, TOKEN_WEI)
      return {
        hash: transactionHash,
        to,
        symbol: 'GUMBY',
        amounts: [TOKEN_WEI],
      }
    }
    const value = NATIVE_WEI
    const { transactionHash } = await (kind === 'native'
      ? chain.pay(to, value)
      : chain.deployed({
          abi: forcedPaymentAbi,
          bytecode: forcedPaymentBytecode,
          args: [to],
          value,
        }))
    return { hash: transactionHash, to, symbol: 'tBNB', amounts: [value] }
  }
}
