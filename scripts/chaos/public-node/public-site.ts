import { join } from 'node:path'
import { Pool } from 'pg'
import { type Address, parseEther } from 'viem'
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
import { connectDeployment } from '../../chain/connect-chain.ts'
import { deployContracts } from '../../chain/deploy-contracts.ts'
import { activeWallets } from '../../deposit/deposit-site.ts'
import { freePort } from '../../process/ports.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { Stage } from '../../product/stage.ts'
import { startIndexer } from '../../product/start-parts.ts'
import { chainControl } from '../deposits/chain-control.ts'

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
const FAUCET_WEI = parseEther('10000')

/** Starts a product with active players whose nodes are public endpoints. */
export async function openPublicSite(stage: Stage, nodes: number) {
  const cookies = await enrollPlayers(stage.env, PLAYERS + SPARE_PLAYERS)
  const chainUrl = await startTestnet(stage)
  const file = join(stage.directory, 'deployment.json')
  const env = { OPERATOR_PRIVATE_KEY: OPERATOR_KEY }
  const deployment = await deployContracts({ rpcUrl: chainUrl, file, env })
  const endpoints: PublicEndpoint[] = []
  while (endpoints.length < nodes) {
    endpoints.push(await startPublicEndpoint(chainUrl))
  }
  stage.runner.atStop(async () => {
    for (const endpoint of endpoints) endpoint.close()
  })
  const rpcUrl = endpoints.map(({ url }) => url).join()
  stage.env = {
    ...stage.env,
    ...env,
    RPC_URL: rpcUrl,
    DEPLOYMENT_FILE: file,
  }
  const databaseUrl = stage.env.DATABASE_URL
  const setting = { rpcUrl, deploymentFile: file, operatorKey: OPERATOR_KEY }
  const indexed = () =>
    startIndexer({ databaseUrl, chain: setting }, stage.runner)
  let [api, indexer] = await Promise.all([stage.startApi(), indexed()])
  const { url } = api
  const pay = await payerOn(chainUrl, deployment)
  const { client } = await connectDeployment(deployment, chainUrl)
  const database = new Pool({ connectionString: databaseUrl, max: 2 })
  const wallets = await activeWallets(url, cookies.slice(0, PLAYERS))
  const spare = cookies.slice(PLAYERS)
  return {
    chain: { url: chainUrl, deployment },
    control: chainControl(client),
    client,
    database,
    endpoints,
    wallets,
    /** Settles when the payment is in a block. */
    pay,
    /** Has a wallet made for another player, and waits until it is active. */
    async activate(): Promise<void> {
      const [wallet] = await activeWallets(url, spare.splice(0, 1))
      if (wallet) wallets.push(wallet)
    },
    /** Stops indexer and API while `work` goes on. */
    async whileDown(work: () => Promise<void>): Promise<void> {
      await Promise.all([api.process.stop(), indexer.stop()])
      await work()
      const port = Number(new URL(url).port)
      ;[api, indexer] = await Promise.all([stage.startApi(port), indexed()])
    },
    async countCredits(): Promise<number> {
      const { rowCount } = await database.query(
        `SELECT FROM crypto_deposits WHERE status = 'confirmed'`,
      )
      return rowCount ?? 0
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
    close: () => database.end(),
  }
}

async function startTestnet(stage: Stage): Promise<string> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  await stage.runner.launch({
    name: 'testnet',
    args: ['testing/chain/testnet-chain.ts'],
    env: { CHAIN_PORT: port, FOREIGN_PER_BLOCK: String(FOREIGN_PER_BLOCK) },
    isReady: () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
  })
  return url
}

/** Pays as players would, and by a contract that passes on all it gets. */
async function payerOn(
  chainUrl: string,
  deployment: Parameters<typeof localChain>[1],
) {
  const chain = await localChain(chainUrl, deployment)
  const { as, mined, payer } = chain
  const token = chain.token(deployment.tokens.GUMBY)
  await mined(await token.write.faucet([FAUCET_WEI], as(payer)))
  const ways: Record<Kind, (to: Address) => Promise<unknown>> = {
    native: (to) => chain.pay(to, NATIVE_WEI),
    token: async (to) =>
      mined(await token.write.transfer([to, TOKEN_WEI], as(payer))),
    internal: (to) =>
      chain.deploy({
        abi: forcedPaymentAbi,
        bytecode: forcedPaymentBytecode,
        args: [to],
        value: NATIVE_WEI,
      }),
  }
  return (kind: Kind, to: Address) => ways[kind](to)
}
