import { join } from 'node:path'
import { network } from 'hardhat'
import {
  type Address,
  createTestClient,
  encodeDeployData,
  http,
  parseEther,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OPERATOR_KEY } from '#testing/chain/operator-key.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { readInstanceId } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { openDatabase } from '../../api/src/platform/db/database.ts'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'
import {
  earlierRegistryAbi,
  earlierRegistryBytecode,
} from '../../contracts/generated/earlier-registry.ts'
import { connectChain } from '../chain/connect-chain.ts'
import { readAccess } from '../chain/contract-access.ts'
import { deployContracts, fundedDeployer } from '../chain/deploy-contracts.ts'
import { writeDeployment } from '../chain/deployment-file.ts'
import { operatorCommand } from './operator-command.ts'

const hardhat = await network.createServer(
  { network: 'node', override: { chainId: 97 } },
  '127.0.0.1',
  0,
)
const { address: host, port } = await hardhat.listen()
const RPC_URL = `http://${host}:${port}`
const client = createTestClient({ mode: 'hardhat', transport: http(RPC_URL) })
  .extend(publicActions)
  .extend(walletActions)
const OPERATOR = privateKeyToAccount(OPERATOR_KEY)
const database = await createTestDatabase()
const db = openDatabase(database.pool)

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  vi.stubEnv('RPC_URL', RPC_URL)
  vi.stubEnv('OPERATOR_PRIVATE_KEY', OPERATOR_KEY)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Deploys contracts for an operator. */
async function newDeployment(owner?: Address) {
  const file = join(testFolder(), 'deployment.json')
  const env = { OPERATOR_PRIVATE_KEY: OPERATOR_KEY, CONTRACT_OWNER: owner }
  const deployment = await deployContracts({ rpcUrl: RPC_URL, file, env })
  await readInstanceId(db, deployment)
  vi.stubEnv('DEPLOYMENT_FILE', file)
  return { ...deployment, fairnessAnchor: deployment.fairnessAnchor ?? '0x' }
}

async function newAccount() {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  const { address } = account
  await client.setBalance({ address, value: parseEther('1') })
  return { key, account, address }
}

const rotate = async (over = db) => operatorCommand(['rotate-owner'])(over)

async function readAllAccess(...contracts: Address[]) {
  return Promise.all(contracts.map((address) => readAccess(client, address)))
}

const expectedAccess = (registrar: Address, owner = registrar) => {
  const access = { owner, registrar, pendingOwner: zeroAddress }
  return [access, access]
}

async function rotations(pool = database.pool) {
  const { rows } = await pool.query(
    `SELECT status, sender FROM outbox_transactions
     WHERE purpose = 'rotate_owner' ORDER BY id DESC LIMIT 2`,
  )
  return rows
}

test('hands over both contracts while the API is stopped, and is idempotent', async () => {
  const { fairnessAnchor, registry } = await newDeployment()
  const next = await newAccount()
  vi.stubEnv('NEXT_OPERATOR_PRIVATE_KEY', next.key)
  expect(await rotate()).toContain(`take calls of ${next.address}`)
  const access = await readAllAccess(registry, fairnessAnchor)
  expect(access).toEqual(expectedAccess(next.address))
  const byOperator = { status: 'final', sender: OPERATOR.address }
  expect(await rotations()).toEqual([byOperator, byOperator])

  const readLog = () => operatorCommand(['audit-log'])(db)
  const before = await readLog()
  expect(before).toContain('rotate_owner  contracts  By the command line.')
  await rotate()
  expect(await readLog()).toBe(before)
})

test('continues after earlier calls', async () => {
  const { fairnessAnchor, registry } = await newDeployment()
  const next = await newAccount()
  for (const [address, by, functionName] of [
    [registry, OPERATOR, 'transferOwnership'],
    [fairnessAnchor, OPERATOR, 'transferOwnership'],
    [registry, next.account, 'acceptOwnership'],
  ] as const) {
    const call = { address, abi: depositRegistryAbi, account: by, chain: null }
    await client.writeContract(
      functionName === 'acceptOwnership'
        ? { ...call, functionName }
        : { ...call, functionName, args: [next.address] },
    )
  }
  vi.stubEnv('OPERATOR_PRIVATE_KEY', next.key)
  await rotate()
  const access = await readAllAccess(registry, fairnessAnchor)
  expect(access).toEqual(expectedAccess(next.address))
})

test('leaves the nonces of the present operator to the running API', async () => {
  const { fairnessAnchor, registry } = await newDeployment()
  const next = await newAccount()
  const { DEPLOYMENT_FILE } = process.env
  const server = await openTestServer({
    env: { RPC_URL, DEPLOYMENT_FILE, OPERATOR_PRIVATE_KEY: OPERATOR_KEY },
  })
  const leader = () =>
    server.pool.query(`SELECT owner, epoch FROM leases WHERE name = 'operator'`)
  await expect.poll(async () => (await leader()).rowCount).toBe(1)
  const { rows } = await leader()
  vi.stubEnv('NEXT_OPERATOR_PRIVATE_KEY', next.key)
  await rotate(openDatabase(server.pool))
  const access = await readAllAccess(registry, fairnessAnchor)
  expect(access).toEqual(expectedAccess(next.address))
  const byOperator = { status: 'final', sender: OPERATOR.address }
  expect(await rotations(server.pool)).toEqual([byOperator, byOperator])
  expect((await leader()).rows).toEqual(rows)
})

test('has a cold owner replace the registrar, also when the operator key is lost', async () => {
  const cold = await newAccount()
  const { fairnessAnchor, registry } = await newDeployment(cold.address)
  const next = await newAccount()
  vi.stubEnv('OPERATOR_PRIVATE_KEY', undefined)
  vi.stubEnv('NEXT_OPERATOR_PRIVATE_KEY', next.key)
  await expect(rotate()).rejects.toThrow(
    `${cold.address} has to call setRegistrar(${next.address}) of ${registry}\n${cold.address} has to call setRegistrar(${next.address}) of ${fairnessAnchor}\n`,
  )
  vi.stubEnv('OWNER_PRIVATE_KEY', cold.key)
  await rotate()
  const access = await readAllAccess(registry, fairnessAnchor)
  expect(access).toEqual(expectedAccess(next.address, cold.address))
})

test('gives contracts to a cold owner, and leaves the operator', async () => {
  const { fairnessAnchor, registry } = await newDeployment()
  const cold = await newAccount()
  vi.stubEnv('CONTRACT_OWNER', cold.address.toLowerCase())
  vi.stubEnv('OWNER_PRIVATE_KEY', cold.key)
  await rotate()
  const access = await readAllAccess(registry, fairnessAnchor)
  expect(access).toEqual(expectedAccess(OPERATOR.address, cold.address))
})

test('hands over the ownership of contracts without a registrar', async () => {
  const { fairnessAnchor: _, ...current } = await newDeployment()
  const deploy = await fundedDeployer(await connectChain(RPC_URL), OPERATOR_KEY)
  const { address: registry } = await deploy(
    encodeDeployData({
      abi: earlierRegistryAbi,
      bytecode: earlierRegistryBytecode,
      args: [OPERATOR.address],
    }),
  )
  const earlier = { ...current, registry }
  writeDeployment(process.env.DEPLOYMENT_FILE ?? '', earlier)
  await readInstanceId(db, earlier)
  const next = await newAccount()
  vi.stubEnv('NEXT_OPERATOR_PRIVATE_KEY', next.key)
  // Its owner is the only writer.
  vi.stubEnv('CONTRACT_OWNER', newAddress())
  await rotate()
  expect(await readAccess(client, registry)).toMatchObject({
    owner: next.address,
    registrar: undefined,
  })
})

test('changes nothing for an operator without gas', async () => {
  const { registry } = await newDeployment()
  vi.stubEnv('NEXT_OPERATOR_PRIVATE_KEY', generatePrivateKey())
  await expect(rotate()).rejects.toThrow('has no test BNB')
  expect(await readAllAccess(registry)).toEqual([
    expectedAccess(OPERATOR.address)[0],
  ])
})

function newAddress(): Address {
  return privateKeyToAccount(generatePrivateKey()).address
}
