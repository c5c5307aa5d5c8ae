import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, createWalletClient, custom } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { openOperatorSender } from '../../api/src/payments/wallets/wallets.ts'
import { rpcFailure } from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import type { SigningAccount } from '../../api/src/platform/chain/outbox/signing-account.ts'
import { accessOf, type ContractAccess } from '../chain/contract-access.ts'
import { LaunchError } from '../cli/launch-error.ts'
import {
  type AccessCall,
  nextAccessCall,
  type WantedAccess,
} from './access-calls.ts'
import type { commandChain } from './command-chain.ts'

const POLL_MS = 300
/** Time for a running API to make a call. */
const SILENT_AFTER_MS = 60_000

type Wanted = {
  operator: Address
  /** Undefined keeps the owner, or moves the operator who is the owner. */
  owner: Address | undefined
}

type RotationDeps = Awaited<ReturnType<typeof commandChain>> & {
  /** Accounts that sign here; calls of the present operator use the outbox. */
  direct: readonly PrivateKeyAccount[]
}

type ContractCall = AccessCall & { contract: Address }

/** Changes the access to both contracts, call by call. */
export class AccessRotation {
  readonly #deps: RotationDeps
  readonly #madeAtMs = new Map<string, number>()

  constructor(deps: RotationDeps) {
    this.#deps = deps
  }

  async isDone(wanted: Wanted): Promise<boolean> {
    return (await this.#missing(wanted)).length === 0
  }

  /** @throws LaunchError if a key is missing, or on timeout */
  async complete(wanted: Wanted): Promise<void> {
    for (;;) {
      const missing = await this.#missing(wanted)
      if (missing.length === 0) return
      const call = missing.find(({ from }) => this.#canSign(from))
      if (!call) throw needsOthers(missing)
      const name = `${call.contract}: ${call.name} by ${call.from}`
      const madeAtMs = this.#madeAtMs.get(name)
      if (madeAtMs === undefined) {
        console.log(name)
        await this.#make(call)
        this.#madeAtMs.set(name, performance.now())
      } else if (performance.now() - madeAtMs < SILENT_AFTER_MS) {
        // A lagging node may not show the call yet.
        await sleep(POLL_MS)
      } else throw new LaunchError(`${name} has changed nothing.`)
    }
  }

  async #missing(wanted: Wanted): Promise<ContractCall[]> {
    const { client, deployment } = this.#deps.chain.chain
    const { fairnessAnchor, registry } = deployment
    const contracts = [registry, ...(fairnessAnchor ? [fairnessAnchor] : [])]
    const missing: ContractCall[] = []
    for (const contract of contracts) {
      const access = await accessOf(client, contract)
      const call = nextAccessCall(access, this.#wantedOf(access, wanted))
      if (call) missing.push({ contract, ...call })
    }
    return missing
  }

  /** Returns the owner after the rotation: the next operator, if the operator owns. */
  #wantedOf(access: ContractAccess, { operator, owner }: Wanted): WantedAccess {
    const present = this.#deps.chain.account?.address
    const isOperators =
      access.registrar === undefined ||
      access.owner === present ||
      access.pendingOwner === operator
    const kept = isOperators ? operator : access.owner
    const isChosen = owner !== undefined && access.registrar !== undefined
    return { owner: isChosen ? owner : kept, registrar: operator }
  }

  #canSign(from: Address): boolean {
    const { chain, direct } = this.#deps
    const { account } = chain
    return [account, ...direct].some((signer) => signer?.address === from)
  }

  async #make(call: ContractCall): Promise<void> {
    const { chain, direct } = this.#deps
    const { account } = chain
    const signer = direct.find(({ address }) => address === call.from)
    // The outbox has reserved nonces of this account.
    if (call.from === account?.address) await this.#enqueue(call, account)
    else if (signer) await this.#send(call, signer)
  }

  /** Makes a call by the outbox of a running API, or of this process. */
  async #enqueue(
    { contract: to, data, name }: ContractCall,
    account: SigningAccount,
  ): Promise<void> {
    const { chain, platform } = this.#deps
    const { outbox } = chain
    const { lease, sender } = openOperatorSender(platform, {
      ...chain,
      account,
    })
    const isThis = (row: { to: Address; data: string }) =>
      row.to === to && row.data === data
    const call = { purpose: 'rotate_owner', to, data } as const
    if (!(await outbox.unsettled()).some(isThis)) {
      await platform.db.transaction((tx) => outbox.enqueue(tx, call))
    }
    const giveUpAtMs = performance.now() + SILENT_AFTER_MS
    try {
      for (;;) {
        const term = await lease.term()
        if (term) await sender.tick(term)
        const row = (await outbox.unsettled()).find(isThis)
        if (!row) return
        if (performance.now() > giveUpAtMs) throw isWaiting(name, row.problem)
        await sleep(POLL_MS)
      }
    } catch (error) {
      throw rpcFailure(error)
    } finally {
      await lease.release()
    }
  }

  async #send(
    { contract: to, data, name }: ContractCall,
    account: PrivateKeyAccount,
  ): Promise<void> {
    const { chain } = this.#deps.chain
    const { client } = chain
    const wallet = createWalletClient({ account, transport: custom(client) })
    try {
      const hash = await wallet.sendTransaction({ to, data, chain: null })
      const receipt = await client.waitForTransactionReceipt({
        hash,
        pollingInterval: POLL_MS,
      })
      while ((await chain.finalized()) < receipt.blockNumber) {
        await sleep(POLL_MS)
      }
    } catch (error) {
      throw new LaunchError(`${name} failed: ${rpcFailure(error)}`)
    }
  }
}

function needsOthers(calls: readonly ContractCall[]): LaunchError {
  const lines = calls.map(
    ({ contract, from, name }) => `${from} has to call ${name} of ${contract}`,
  )
  return new LaunchError(
    `${lines.join('\n')}\nGive its key to this command alone as OWNER_PRIVATE_KEY, or make the calls elsewhere, and run this again.`,
  )
}

function isWaiting(name: string, problem: string | null): LaunchError {
  return new LaunchError(
    `${name} waits for the house${problem ? ` (${problem})` : ''}. Run this again to follow it.`,
  )
}
