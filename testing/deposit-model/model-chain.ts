import {
  type Address,
  encodeFunctionData,
  type Hash,
  type Hex,
  keccak256,
  type LocalAccount,
  parseEther,
  stringToHex,
  type TransactionReceipt,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { StartedChain } from '#testing/chain/started-chain.ts'
import { branchDependentPayerAbi } from '../../contracts/generated/branch-dependent-payer.ts'

/** Hardhat's well-known accounts, which have coins; the first is the operator's. */
const rich = (addressIndex: number): LocalAccount =>
  mnemonicToAccount(
    'test test test test test test test test test test test junk',
    { addressIndex },
  )
export const PAYER = rich(1)
/** Sends the transactions that make branches differ. */
const IDLE = rich(2)
export const TREASURY = rich(3)
/** The operator's accounts, whose payments credit nothing. */
export const HOUSE: readonly LocalAccount[] = [rich(0), TREASURY]

type Call = { to: Address; value?: bigint; data?: Hex }

/** Payments to players' wallets, which may depend on the block. */
type Paid =
  | readonly Payment[]
  | ((receipt: TransactionReceipt) => readonly Payment[])

export type Sent = {
  hash: Hash
  raw: Hex
  from: LocalAccount
  nonce: number
  paid: Paid
}

/**
 * Outcome of a transaction whose block is reverted: it is mined again, replaced by
 * one of the same nonce, or dropped.
 */
export type ReorgOutcome = 'again' | 'replaced' | 'dropped'

const GAS = 1_000_000n
const GAS_PRICE = parseEther('100', 'gwei')
const RICH_WEI = parseEther('2')

export type Payment = {
  wallet: Address
  asset: AssetSymbol
  amountWei: bigint
  /** Amount that its token claims in addition. */
  pretendedWei?: bigint
  isOfHouse?: boolean
}

export type ModelChain = ReturnType<typeof modelChain>

/**
 * Opens the local chain, every block of which can be reverted.
 *
 * @param branchPayer contract whose payments differ on each branch.
 * @param base snapshot to reset to.
 */
export function modelChain(
  chain: StartedChain,
  branchPayer: Address,
  base: Hex,
) {
  const { client } = chain
  /** Snapshot of the chain at each height. */
  const snapshots = new Map<number, Hex>()
  const sent = new Map<Hash, Sent>()
  let start = base
  let marks = 0
  let oneTimers = 0
  let dropped: Sent[] = []
  /** Transactions of the operator that wait for their nonce. */
  let pooled: Sent[] = []

  const findReceipt = (hash: Hash) =>
    client.getTransactionReceipt({ hash }).catch(() => undefined)
  const readNonce = ({ address }: LocalAccount) =>
    client.getTransactionCount({ address })
  const height = async () =>
    Number(await client.getBlockNumber({ cacheTime: 0 }))
  const keep = async () => {
    snapshots.set(await height(), await client.snapshot())
  }

  async function mined({ from, hash, raw }: Sent): Promise<void> {
    if (!HOUSE.includes(from) && from !== PAYER) {
      await client.setBalance({ address: from.address, value: RICH_WEI })
    }
    await keep()
    await client
      .sendRawTransaction({ serializedTransaction: raw })
      .catch(async (error: unknown) => {
        // Hardhat throws for a transaction that reverts, and mines it.
        if (!(await findReceipt(hash))) throw error
      })
  }

  async function sendAs(
    sender: Pick<Sent, 'from' | 'nonce' | 'paid'>,
    call: Call,
  ): Promise<Sent> {
    const { from, nonce } = sender
    const raw = await from.signTransaction({
      ...call,
      nonce,
      chainId: chain.deployment.chainId,
      gas: GAS,
      gasPrice: GAS_PRICE,
      type: 'legacy',
    })
    const one = { ...sender, raw, hash: keccak256(raw) }
    await mined(one)
    sent.set(one.hash, one)
    return one
  }

  async function sendAgain(one: Sent): Promise<void> {
    const nonce = await readNonce(one.from)
    if (nonce === one.nonce) await mined(one)
    else if (nonce < one.nonce) pooled.push(one)
  }

  async function decide(one: Sent, fate: ReorgOutcome): Promise<void> {
    if (fate === 'again' || HOUSE.includes(one.from)) return sendAgain(one)
    // Later transactions of the payer wait for this nonce.
    const isReplaced = fate === 'replaced' || one.from === PAYER
    if (!isReplaced) return void dropped.push(one)
    await sendAs({ ...one, paid: [] }, { to: one.from.address })
  }

  async function mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await keep()
      await client.mine({ blocks: 1 })
    }
    const waiting = pooled
    pooled = []
    for (const one of waiting) await sendAgain(one)
  }

  /** Mines a block unlike any of other branches, which changes what branchPayer pays. */
  async function mark(): Promise<void> {
    marks += 1
    await keep()
    const data = encodeFunctionData({
      abi: branchDependentPayerAbi,
      functionName: 'setBranch',
      args: [BigInt(marks)],
    })
    const from = chain.as(IDLE.address)
    await client.sendTransaction({ ...from, to: branchPayer, data })
  }

  /** Lists transactions mined above a height, in order. */
  async function minedAbove(block: number) {
    const found = await Promise.all(
      Array.from(sent.values(), async (one) => {
        const receipt = await findReceipt(one.hash)
        const isAbove = receipt && receipt.blockNumber > BigInt(block)
        return isAbove ? [{ one, receipt, at: receipt.blockNumber }] : []
      }),
    )
    return found.flat().toSorted((a, b) => Number(a.at - b.at))
  }

  return {
    sent,
    mine,
    /** Counts sent transactions that pay wallets, on any branch. */
    countPaying: () =>
      [...sent.values()].filter(
        ({ paid }) => typeof paid === 'function' || paid.length > 0,
      ).length,
    /** Resets the chain to its first block. */
    async reset(): Promise<void> {
      await client.revert({ id: start })
      start = await client.snapshot()
      snapshots.clear()
      marks = 0
      dropped = []
      pooled = []
      sent.clear()
    },
    send: async (from: LocalAccount, call: Call, paid: Paid): Promise<Sent> =>
      sendAs({ from, nonce: await readNonce(from), paid }, call),
    /** Sends from an account used only once. */
    async sendOnce(call: Call, paid: Paid): Promise<Sent> {
      oneTimers += 1
      const key = keccak256(stringToHex(`one time ${oneTimers}`))
      return sendAs({ from: privateKeyToAccount(key), nonce: 0, paid }, call)
    },
    /** Mines a dropped transaction. @returns false if there is none. */
    async comeBack(): Promise<boolean> {
      const back = dropped.pop()
      if (!back) return false
      await mined(back)
      return true
    },
    /** Reverts blocks and mines others in their place. */
    async reorganise(
      depth: number,
      pickFate: () => ReorgOutcome,
    ): Promise<void> {
      const lowest = Math.min(...snapshots.keys())
      const target = Math.max((await height()) - depth, lowest)
      const id = snapshots.get(target)
      if (!id) return
      const undone = await minedAbove(target)
      await client.revert({ id })
      for (const at of snapshots.keys()) if (at >= target) snapshots.delete(at)
      await mark()
      for (const { one } of undone) await decide(one, pickFate())
      await mine(depth)
    },
    /** Lists the payments of the current branch. */
    async payments(): Promise<Payment[]> {
      const all = await minedAbove(-1)
      return all
        .filter(({ receipt }) => receipt.status === 'success')
        .flatMap(({ one: { paid }, receipt }) =>
          typeof paid === 'function' ? paid(receipt) : paid,
        )
    },
  }
}
