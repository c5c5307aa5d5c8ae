import { join } from 'node:path'
import { type Address, parseEther } from 'viem'
import type { Deployment } from '#core/schemas/deployment.ts'
import { localChain } from '#testing/chain/local-chain.ts'
import { OPERATOR_KEY } from '#testing/chain/operator-key.ts'
import {
  type PublicEndpoint,
  startPublicEndpoint,
} from '#testing/chain/public-endpoint.ts'
import {
  forcedPaymentAbi,
  forcedPaymentBytecode,
} from '../../../contracts/generated/forced-payment.ts'
import { deployContracts } from '../../chain/deploy-contracts.ts'
import { freePort } from '../../process/ports.ts'
import type { Stage } from '../../product/stage.ts'
import type { SentPayment } from '../deposits/judge-ledger.ts'

/** Ways to pay a wallet; the last is by a contract. */
export const KINDS = ['native', 'token', 'internal'] as const
export type Kind = (typeof KINDS)[number]

const FOREIGN_PER_BLOCK = 20
const NATIVE_WEI = parseEther('0.02')
const TOKEN_WEI = parseEther('100')

/** Starts a chain with the testnet's id and pace, and deploys the contracts. */
export async function startTestnet(stage: Stage) {
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

/** Starts public endpoints of a chain until the stage closes. */
export async function startEndpoints(
  stage: Stage,
  url: string,
  count: number,
): Promise<PublicEndpoint[]> {
  const starts = Array.from({ length: count }, () => startPublicEndpoint(url))
  const endpoints = await Promise.all(starts)
  stage.runner.atStop(async () => {
    for (const endpoint of endpoints) endpoint.close()
  })
  return endpoints
}

/** Pays as players would, and by a contract that forwards all coins. */
export async function createPayer({
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
