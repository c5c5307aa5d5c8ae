import { type Address, parseEther } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { openDepositAccounts } from '#testing/chain/deposit-accounts.ts'
import { newWallet } from '#testing/chain/local-chain.ts'
import {
  type Profile,
  startPublicEndpoint,
} from '#testing/chain/public-endpoint.ts'
import { freshChain } from '#testing/chain/shared-chains.ts'
import { openChain } from '../../../platform/chain/nodes/chain.ts'
import { makeLogger } from '../../../platform/logger.ts'
import { readFinalBlock } from '../verify/final-payments.ts'
import { createTokenLog } from './token-log.ts'

const { db } = await openDepositAccounts()
const chain = await freshChain()
const { deployment, env } = chain
const log = makeLogger('silent')
const term = { guard: async () => undefined }
let instanceId = 100

/** Creates the token log of a new instance over the given nodes. */
async function createLog(...profiles: Partial<Profile>[]) {
  const nodes = await Promise.all(
    profiles.map((profile) => startPublicEndpoint(env.RPC_URL, profile)),
  )
  onTestFinished(() => nodes.forEach((node) => void node.close()))
  const rpcUrls = nodes.map(({ url }) => url)
  const onChain = await openChain({ rpcUrls, deployment }, { log })
  instanceId += 1
  const paid: Address[] = []
  const tokenLog = createTokenLog({
    chain: onChain,
    db,
    log,
    onRecord: () => undefined,
    site: { instanceId },
    recorder: {
      record: async (_term, transfers) => {
        paid.push(...new Set(transfers.map(({ wallet }) => wallet)))
        return false
      },
    },
  })
  return {
    nodes,
    /** Wallets whose transfers were read. */
    paid,
    /** Reads everything, tick by tick. @returns the last block. */
    async read(): Promise<number | undefined> {
      const final = await onChain.nodes.query((node) => readFinalBlock(node))
      const { signal } = new AbortController()
      for (;;) {
        const last = await tokenLog.read(term, { final, signal })
        if (last === undefined || last >= final) return last
      }
    },
  }
}

async function payToWallets(count: number): Promise<Address[]> {
  const wallets = Array.from({ length: count }, newWallet)
  for (const wallet of wallets) {
    await chain.payToken(deployment.tokens.GUMBY, wallet, parseEther('100'))
    await chain.mine(6)
  }
  return wallets.map((wallet): Address => `0x${wallet.slice(2).toLowerCase()}`)
}

test('reads from a node that accepts ranges of five blocks', async () => {
  const wallets = await payToWallets(4)
  const { nodes, paid, read } = await createLog({ logRange: 5 })
  await read()
  expect(paid).toEqual(expect.arrayContaining(wallets))

  const [wallet] = await payToWallets(1)
  for (const node of nodes) node.takeCounts()
  await read()
  expect(paid).toContain(wallet)
  const requests = nodes.map((node) => node.takeCounts().byMethod)
  expect(requests[0]?.get('eth_getLogs')).toBeLessThanOrEqual(3)
  expect(paid.length).toBe(new Set(paid).size)
})

test('reports that all nodes reject log requests, and reads from any that accepts them', async () => {
  const refused = await createLog({ logRange: 0 }, { logRange: 0 })
  expect(await refused.read()).toBeUndefined()
  const mixed = await createLog({ logRange: 0 }, { logRange: 5 })
  const [wallet] = await payToWallets(1)
  await mixed.read()
  expect(mixed.paid).toContain(wallet)
})
