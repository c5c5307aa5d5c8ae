import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { network } from 'hardhat'
import type { JsonRpcServer } from 'hardhat/types/network'
import { createPublicClient, erc20Abi, http } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'
import { fairnessAnchorAbi } from '../../contracts/generated/fairness-anchor.ts'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { deployContracts } from './deploy-contracts.ts'
import { writeDeployment } from './deployment-file.ts'
import { operatorKey } from './operator-key.ts'

const BROKE_KEY = `0x${'1'.repeat(64)}` as const

let folder: string
let file: string
let servers: JsonRpcServer[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'casino-deploy-'))
  file = join(folder, 'new', 'deployment.json')
  servers = []
})

afterEach(async () => {
  for (const server of servers) await server.close()
  rmSync(folder, { recursive: true })
})

test('deploys the registry for the operator and both tokens', async () => {
  const rpcUrl = await startChain(31_337)
  const deployment = await deployContracts({ rpcUrl, file, env: {} })
  expect(readDeployment(file)).toEqual(deployment)

  const chain = createPublicClient({ transport: http(rpcUrl) })
  const { registry, tokens, genesisHash, startBlock } = deployment
  const owner = await chain.readContract({
    address: registry,
    abi: depositRegistryAbi,
    functionName: 'owner',
  })
  expect(owner).toBe(privateKeyToAddress(operatorKey(31_337, {}) ?? '0x'))
  for (const [symbol, address] of Object.entries(tokens)) {
    const read = { address, abi: erc20Abi, functionName: 'symbol' } as const
    expect(await chain.readContract(read)).toBe(symbol)
  }
  expect((await chain.getBlock({ blockNumber: 0n })).hash).toBe(genesisHash)
  const block = await chain.getBlock({ blockNumber: BigInt(startBlock) })
  expect(block.transactions).toHaveLength(1)
})

test('keeps the contracts that are there already', async () => {
  const rpcUrl = await startChain(31_337)
  const first = await deployContracts({ rpcUrl, file, env: {} })
  expect(await deployContracts({ rpcUrl, file, env: {} })).toEqual(first)
})

test('adds the contract of anchors to those of an earlier version', async () => {
  const rpcUrl = await startChain(31_337)
  const { fairnessAnchor: _, ...earlier } = await deployContracts({
    rpcUrl,
    file,
    env: {},
  })
  writeDeployment(file, earlier)
  const { fairnessAnchor, ...kept } = await deployContracts({
    rpcUrl,
    file,
    env: {},
  })
  expect(kept).toEqual(earlier)
  expect(readDeployment(file)).toEqual({ ...kept, fairnessAnchor })
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const owner = await chain.readContract({
    address: fairnessAnchor ?? '0x',
    abi: fairnessAnchorAbi,
    functionName: 'owner',
  })
  expect(owner).toBe(privateKeyToAddress(operatorKey(31_337, {}) ?? '0x'))
})

test('deploys anew when the file is about another chain', async () => {
  const rpcUrl = await startChain(31_337)
  const first = await deployContracts({ rpcUrl, file, env: {} })
  writeDeployment(file, { ...first, genesisHash: `0x${'0'.repeat(64)}` })
  const second = await deployContracts({ rpcUrl, file, env: {} })
  expect(second.genesisHash).toBe(first.genesisHash)
  expect(second.registry).not.toBe(first.registry)
})

test('deploys anew when an address of the file has no code', async () => {
  const rpcUrl = await startChain(31_337)
  const first = await deployContracts({ rpcUrl, file, env: {} })
  const POKEY = privateKeyToAddress(BROKE_KEY)
  writeDeployment(file, { ...first, tokens: { ...first.tokens, POKEY } })
  const second = await deployContracts({ rpcUrl, file, env: {} })
  expect(second.tokens.POKEY).not.toBe(POKEY)
})

test('never forgets the contracts of a testnet', async () => {
  const env = { OPERATOR_PRIVATE_KEY: operatorKey(31_337, {}) }
  const testnet = await startChain(97)
  const kept = await deployContracts({ rpcUrl: testnet, file, env })
  const rpcUrl = await startChain(31_337)
  await expect(deployContracts({ rpcUrl, file, env })).rejects.toThrow(
    `${file} describes contracts on chain 97, which the chain at RPC_URL does not have.`,
  )
  expect(readDeployment(file)).toEqual(kept)
})

test('refuses a chain with real money in one sentence', async () => {
  const rpcUrl = await startChain(56)
  await expect(deployContracts({ rpcUrl, file, env: {} })).rejects.toThrow(
    'RPC_URL leads to chain 56. This is play money: only the BSC testnet (97) and a local chain (31337) will do.',
  )
})

test('on the testnet it asks for the operator key', async () => {
  const rpcUrl = await startChain(97)
  await expect(deployContracts({ rpcUrl, file, env: {} })).rejects.toThrow(
    /Set OPERATOR_PRIVATE_KEY to a funded account/,
  )
  const env = { OPERATOR_PRIVATE_KEY: '0x12' }
  await expect(deployContracts({ rpcUrl, file, env })).rejects.toThrow(
    'OPERATOR_PRIVATE_KEY must be 0x and 64 hex digits.',
  )
})

test('on the testnet it says when the operator has no funds', async () => {
  const rpcUrl = await startChain(97)
  const env = { OPERATOR_PRIVATE_KEY: BROKE_KEY }
  await expect(deployContracts({ rpcUrl, file, env })).rejects.toThrow(
    `The operator ${privateKeyToAddress(BROKE_KEY)} has no test BNB`,
  )
})

test('refuses contracts that belong to somebody else', async () => {
  const rpcUrl = await startChain(97)
  const env = { OPERATOR_PRIVATE_KEY: operatorKey(31_337, {}) }
  await deployContracts({ rpcUrl, file, env })
  const other = { OPERATOR_PRIVATE_KEY: BROKE_KEY }
  await expect(deployContracts({ rpcUrl, file, env: other })).rejects.toThrow(
    /belongs to 0xf39F.* not to the operator/,
  )
})

async function startChain(chainId: number): Promise<string> {
  const params = { network: 'node', override: { chainId } }
  const server = await network.createServer(params, '127.0.0.1', 0)
  servers.push(server)
  const { address, port } = await server.listen()
  return `http://${address}:${port}`
}

describe('with several nodes', () => {
  const AWAY = 'http://127.0.0.1:9'

  test('deploys by way of the one that answers', async () => {
    const rpcUrl = `${AWAY}/key, ${await startChain(31_337)}`
    const deployment = await deployContracts({ rpcUrl, file, env: {} })
    expect(readDeployment(file)).toEqual(deployment)
  })

  test('deploys on no chain when they are of different ones', async () => {
    const rpcUrl = `${await startChain(31_337)},${await startChain(97)}`
    await expect(deployContracts({ rpcUrl, file, env: {} })).rejects.toThrow(
      'RPC_URL names nodes of different chains.',
    )
  })

  test('says so when none answers, without their addresses', async () => {
    const rpcUrl = `${AWAY}/key,${AWAY}/other`
    const refused = deployContracts({ rpcUrl, file, env: {} })
    await expect(refused).rejects.toThrow(/^No chain answers/)
  })
})
