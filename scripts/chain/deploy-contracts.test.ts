import { join } from 'node:path'
import { network } from 'hardhat'
import {
  type Address,
  createPublicClient,
  encodeDeployData,
  erc20Abi,
  http,
  numberToHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startNode } from '#testing/chain/test-node.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import {
  earlierRegistryAbi,
  earlierRegistryBytecode,
} from '../../contracts/generated/earlier-registry.ts'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { describeSource } from './chain-settings.ts'
import { connectChain } from './connect-chain.ts'
import { readAccess } from './contract-access.ts'
import { deployContracts, fundedDeployer } from './deploy-contracts.ts'
import { writeDeployment } from './deployment-file.ts'
import { operatorKey } from './operator-key.ts'

const BROKE_KEY = `0x${'1'.repeat(64)}` as const
const BROKE = privateKeyToAddress(BROKE_KEY)
const KEY = operatorKey(31_337, {}) ?? '0x'
const OPERATOR = privateKeyToAddress(KEY)

async function startChain(chainId: number): Promise<string> {
  const params = { network: 'node', override: { chainId } }
  const server = await network.createServer(params, '127.0.0.1', 0)
  afterAll(() => server.close())
  const { address, port } = await server.listen()
  return `http://${address}:${port}`
}

const LOCAL = await startChain(31_337)
const TESTNET = await startChain(97)
const connect = (url: string) => createPublicClient({ transport: http(url) })
const chain = connect(LOCAL)
const OPERATOR_ALONE = {
  owner: OPERATOR,
  pendingOwner: zeroAddress,
  registrar: OPERATOR,
}
let file: string

beforeEach(() => {
  file = join(testFolder(), 'new', 'deployment.json')
})

const readSymbol = (address: Address) =>
  chain.readContract({ address, abi: erc20Abi, functionName: 'symbol' })
const deploy = (rpcUrl = LOCAL, env: NodeJS.ProcessEnv = {}) =>
  deployContracts({ rpcUrl, file, env })

test('deploys the registry for the operator and all tokens', async () => {
  const deployment = await deploy()
  expect(readDeployment(file)).toEqual(deployment)

  const { registry, tokens, genesisHash, startBlock } = deployment
  expect(await readAccess(chain, registry)).toEqual(OPERATOR_ALONE)
  for (const [symbol, address] of Object.entries(tokens)) {
    expect(await readSymbol(address)).toBe(symbol)
  }
  expect((await chain.getBlock({ blockNumber: 0n })).hash).toBe(genesisHash)
  const { transactions } = await chain.getBlock({
    blockNumber: BigInt(startBlock),
    includeTransactions: true,
  })
  const receipts = await Promise.all(
    transactions.map(({ hash }) => chain.getTransactionReceipt({ hash })),
  )
  expect(receipts).toMatchObject([{ contractAddress: registry.toLowerCase() }])
})

test('keeps deployed contracts, and adds those that an earlier version lacks', async () => {
  const first = await deploy()
  expect(await deploy()).toEqual(first)

  const { fairnessAnchor: _, ...withoutAnchor } = first
  const { POKEY: _pokey, ...tokens } = first.tokens
  const earlier = { ...withoutAnchor, tokens }
  writeDeployment(file, earlier)
  const now = await deploy()
  expect(now).toMatchObject(earlier)
  expect(readDeployment(file)).toEqual(now)
  const { fairnessAnchor = '0x' } = now
  expect(await readAccess(chain, fairnessAnchor)).toEqual(OPERATOR_ALONE)
  expect(await readSymbol(now.tokens.POKEY)).toBe('POKEY')
})

test('keeps a registry without a registrar while its owner is the operator', async () => {
  const env = { OPERATOR_PRIVATE_KEY: KEY }
  const current = await deploy(TESTNET, env)
  const deployer = await fundedDeployer(await connectChain(TESTNET), KEY)
  const code = (owner: Address) =>
    encodeDeployData({
      abi: earlierRegistryAbi,
      bytecode: earlierRegistryBytecode,
      args: [owner],
    })
  const ours = {
    ...current,
    registry: (await deployer(code(OPERATOR))).address,
  }
  writeDeployment(file, ours)
  expect(await deploy(TESTNET, env)).toEqual(ours)

  const { address: registry } = await deployer(code(BROKE))
  writeDeployment(file, { ...current, registry })
  await expect(deploy(TESTNET, env)).rejects.toThrow(
    `The contract ${registry} takes calls of ${BROKE}, not of ${OPERATOR}. "npm run operator -- rotate-owner" changes that.`,
  )
})

test('gives new contracts the configured owner, and refuses those of another', async () => {
  const env = { OPERATOR_PRIVATE_KEY: KEY, CONTRACT_OWNER: BROKE }
  const { fairnessAnchor = '0x', registry } = await deploy(TESTNET, env)
  const access = { ...OPERATOR_ALONE, owner: BROKE }
  for (const contract of [registry, fairnessAnchor]) {
    expect(await readAccess(connect(TESTNET), contract)).toEqual(access)
  }
  const other = { ...env, CONTRACT_OWNER: OPERATOR }
  await expect(deploy(TESTNET, other)).rejects.toThrow(
    `The contract ${registry} is owned by ${BROKE}, not by ${OPERATOR}.`,
  )
})

test('deploys again on another chain, and when an address has no code', async () => {
  const first = await deploy()
  writeDeployment(file, { ...first, genesisHash: `0x${'0'.repeat(64)}` })
  const second = await deploy()
  expect(second.genesisHash).toBe(first.genesisHash)
  expect(second.registry).not.toBe(first.registry)

  const POKEY = BROKE
  writeDeployment(file, { ...second, tokens: { ...second.tokens, POKEY } })
  expect((await deploy()).tokens.POKEY).not.toBe(POKEY)
})

test('never replaces the contracts of a testnet, nor uses those of another operator', async () => {
  const env = { OPERATOR_PRIVATE_KEY: KEY }
  const kept = await deploy(TESTNET, env)
  await expect(deploy(LOCAL, env)).rejects.toThrow(
    `${file} describes contracts on chain 97, which the chain at RPC_URL does not have.`,
  )
  const other = { OPERATOR_PRIVATE_KEY: BROKE_KEY }
  await expect(deploy(TESTNET, other)).rejects.toThrow(
    `takes calls of ${OPERATOR}, not of ${BROKE}`,
  )
  expect(readDeployment(file)).toEqual(kept)
})

test.each<[NodeJS.ProcessEnv, RegExp]>([
  [{}, /Set OPERATOR_PRIVATE_KEY to a funded account/],
  [
    { OPERATOR_PRIVATE_KEY: '0x12' },
    /^OPERATOR_PRIVATE_KEY must be 0x and 64 hex digits\.$/,
  ],
  [
    { OPERATOR_PRIVATE_KEY: KEY, CONTRACT_OWNER: '0x12' },
    /^CONTRACT_OWNER must be the address of an account\.$/,
  ],
  [
    { OPERATOR_PRIVATE_KEY: BROKE_KEY },
    new RegExp(`^The operator ${BROKE} has no test BNB`),
  ],
])('refuses a testnet without a funded operator: %j', async (env, sentence) => {
  await expect(deploy(TESTNET, env)).rejects.toThrow(sentence)
})

test('refuses a chain with real money', async () => {
  const node = await startNode(({ method }) => ({
    result: method === 'eth_chainId' ? numberToHex(56) : null,
  }))
  await expect(deploy(node.url).finally(node.close)).rejects.toThrow(
    'RPC_URL leads to chain 56. This is play money: only the BSC testnet (97) and a local chain (31337) will do.',
  )
})

test('a local chain caps gas at 3.5 million, enough to register a hundred wallets', async () => {
  const [to, gas] = [zeroAddress, 3_500_000n]
  await expect(chain.call({ to, gas })).resolves.toEqual({ data: undefined })
  const more = chain.call({ to, gas: gas + 1n })
  await expect(more).rejects.toThrow('greater than the cap')
})

describe('with several nodes', () => {
  const AWAY = 'http://127.0.0.1:9'

  test('deploys through the one that answers', async () => {
    const deployment = await deploy(`${AWAY}/key, ${LOCAL}`)
    expect(readDeployment(file)).toEqual(deployment)
  })

  test('names a node without its path, which may hold a key', () => {
    expect(describeSource('https://node.example/my-key')).toBe(
      'https://node.example',
    )
  })

  test.each([
    [`${LOCAL},${TESTNET}`, /^RPC_URL names nodes of different chains\.$/],
    // Without their addresses, which may hold a key.
    [`${AWAY}/key,${AWAY}/other`, /^No chain answers[^/]*$/],
  ])('refuses %s', async (rpcUrl, sentence) => {
    await expect(deploy(rpcUrl)).rejects.toThrow(sentence)
  })
})
