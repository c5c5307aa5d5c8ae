import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { createOperatorSender } from '../../api/src/payments/wallets/wallets.ts'
import { rpcFailure } from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import { depositRegistryAbi as abi } from '../../contracts/generated/deposit-registry.ts'
import { type ContractAccess, readAccess } from '../chain/contract-access.ts'
import { contractOwner, parseKey } from '../chain/operator-key.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { by, type CommandServices, commandChain } from './services.ts'

const POLL_MS = 300
/** Time for a running API to make a call. */
const SILENT_AFTER_MS = 60_000

type Rotation = {
  chain: Awaited<ReturnType<typeof commandChain>>
  platform: CommandServices['platform']
  /** The next operator account. */
  operator: Address
  /** Undefined keeps the owner; an operator that is the owner is replaced. */
  owner: Address | undefined
  /** Accounts that sign here; calls of the present operator use the outbox. */
  signers: readonly PrivateKeyAccount[]
}

/** A contract call, with the only account that may make it. */
type Call = { to: Address; from: Address; name: string; data: Hex }

/**
 * Hands both contracts to another operator account or owner, while the API runs or is
 * stopped. Makes the missing calls, so it can be interrupted and repeated.
 */
export async function rotateOwner(
  services: CommandServices,
  { reason }: { reason?: string | undefined },
): Promise<string> {
  const { log, platform } = services
  const chain = await commandChain(services)
  const { chainId } = chain.site
  if (chainId === LOCAL_CHAIN) {
    throw new LaunchError('On a local chain the operator is always the same.')
  }
  const next = readAccount('NEXT_OPERATOR_PRIVATE_KEY')
  const signers = [next, readAccount('OWNER_PRIVATE_KEY')].filter(
    (key) => !!key,
  )
  const operator = next?.address ?? chain.account?.address
  if (!operator) throw new LaunchError('NEXT_OPERATOR_PRIVATE_KEY is not set.')
  if ((await chain.chain.client.getBalance({ address: operator })) === 0n) {
    throw new LaunchError(`The operator ${operator} has no test BNB.`)
  }
  const owner = contractOwner(chainId, process.env)
  const rotation = { chain, platform, operator, owner, signers }
  if ((await missingCalls(rotation)).length > 0) {
    const after = { operator, owner: owner ?? null }
    const entry = { action: 'rotate_owner', target: 'contracts', after }
    await platform.db.transaction((tx) => log.add(tx, by(reason), entry))
    await rotate(rotation)
  }
  return `Both contracts take calls of ${operator}. Give every API process its key as OPERATOR_PRIVATE_KEY, and start it again.`
}

function readAccount(name: string): PrivateKeyAccount | undefined {
  const key = parseKey(process.env, name)
  return key && privateKeyToAccount(key)
}

/**
 * Makes the missing calls.
 *
 * @throws LaunchError if a key is missing, or on timeout
 */
async function rotate(rotation: Rotation): Promise<void> {
  const { chain, signers } = rotation
  const madeAtMs = new Map<string, number>()
  for (;;) {
    const missing = await missingCalls(rotation)
    if (missing.length === 0) return
    const call = missing.find(({ from }) =>
      [chain.account, ...signers].some((signer) => signer?.address === from),
    )
    if (!call) throw needsOthers(missing)
    const line = `${call.to}: ${call.name} by ${call.from}`
    const doneAtMs = madeAtMs.get(line)
    if (doneAtMs === undefined) {
      console.log(line)
      await makeCall(call, rotation)
      madeAtMs.set(line, performance.now())
    } else if (performance.now() - doneAtMs < SILENT_AFTER_MS) {
      // A lagging node may not show the call yet.
      await sleep(POLL_MS)
    } else throw new LaunchError(`${line} has changed nothing.`)
  }
}

/** Returns the next call of each contract. */
async function missingCalls(rotation: Rotation): Promise<Call[]> {
  const { client, deployment } = rotation.chain.chain
  const { fairnessAnchor, registry } = deployment
  const missing: Call[] = []
  for (const to of [registry, ...(fairnessAnchor ? [fairnessAnchor] : [])]) {
    const call = nextCall(await readAccess(client, to), rotation)
    if (call) missing.push({ to, ...call })
  }
  return missing
}

/**
 * Returns the next call towards the wanted access; undefined if none is missing.
 * Replaces the registrar last, so that the present operator can write as long as
 * possible.
 */
function nextCall(
  access: ContractAccess,
  rotation: Rotation,
): Omit<Call, 'to'> | undefined {
  const { owner, pendingOwner, registrar } = access
  const { operator } = rotation
  const wantedOwner = getNextOwner(access, rotation)
  if (!isAddressEqual(owner, wantedOwner)) {
    if (!isAddressEqual(pendingOwner, wantedOwner)) {
      return getCall(owner, 'transferOwnership', wantedOwner)
    }
    const data = encodeFunctionData({ abi, functionName: 'acceptOwnership' })
    return { from: wantedOwner, name: 'acceptOwnership()', data }
  }
  // The owner of a contract without a registrar writes itself.
  if (!registrar || isAddressEqual(registrar, operator)) return undefined
  return getCall(owner, 'setRegistrar', operator)
}

/** Returns the wanted owner: the next operator, if the operator owns. */
function getNextOwner(
  { owner, pendingOwner, registrar }: ContractAccess,
  { chain, operator, owner: chosen }: Rotation,
): Address {
  if (chosen && registrar) return chosen
  const isOperators =
    !registrar || owner === chain.account?.address || pendingOwner === operator
  return isOperators ? operator : owner
}

function getCall(
  from: Address,
  functionName: 'setRegistrar' | 'transferOwnership',
  to: Address,
): Omit<Call, 'to'> {
  const data = encodeFunctionData({ abi, functionName, args: [to] })
  return { from, name: `${functionName}(${to})`, data }
}

/** The outbox has reserved nonces of the present operator. */
function makeCall(call: Call, rotation: Rotation): Promise<void> {
  if (call.from === rotation.chain.account?.address) {
    return enqueueCall(call, rotation)
  }
  return sendCall(call, rotation)
}

/** Makes a call by the outbox of a running API, or of this process. */
async function enqueueCall(
  { to, data, name }: Call,
  { chain, platform }: Rotation,
): Promise<void> {
  const { account, outbox } = chain
  if (!account) return
  const { lease, sender } = createOperatorSender(platform, {
    ...chain,
    account,
  })
  const isThis = (row: { to: Address; data: string }) =>
    row.to === to && row.data === data
  if (!(await outbox.listUnsettled()).some(isThis)) {
    const call = { purpose: 'rotate_owner', to, data } as const
    await platform.db.transaction((tx) => outbox.enqueue(tx, call))
  }
  const giveUpAtMs = performance.now() + SILENT_AFTER_MS
  try {
    for (;;) {
      const term = await lease.term()
      if (term) await sender.tick(term)
      const row = (await outbox.listUnsettled()).find(isThis)
      if (!row) return
      if (performance.now() > giveUpAtMs) {
        throw new LaunchError(
          `${name} waits for the house${row.problem ? ` (${row.problem})` : ''}. Run this again to follow it.`,
        )
      }
      await sleep(POLL_MS)
    }
  } catch (error) {
    throw rpcFailure(error)
  } finally {
    await lease.release()
  }
}

async function sendCall(
  { to, from, data, name }: Call,
  { chain: { chain }, signers }: Rotation,
): Promise<void> {
  const account = signers.find(({ address }) => address === from)
  if (!account) return
  const { client } = chain
  const wallet = createWalletClient({ account, transport: custom(client) })
  try {
    const hash = await wallet.sendTransaction({ to, data, chain: null })
    const { blockNumber } = await client.waitForTransactionReceipt({
      hash,
      pollingInterval: POLL_MS,
    })
    while ((await chain.finalized()) < blockNumber) await sleep(POLL_MS)
  } catch (error) {
    throw new LaunchError(`${name} failed: ${rpcFailure(error)}`)
  }
}

function needsOthers(calls: readonly Call[]): LaunchError {
  const lines = calls.map(
    ({ to, from, name }) => `${from} has to call ${name} of ${to}`,
  )
  return new LaunchError(
    `${lines.join('\n')}\nGive its key to this command alone as OWNER_PRIVATE_KEY, or make the calls elsewhere, and run this again.`,
  )
}
