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
import type { StartedChain } from '#testing/chain/started-chain.ts'
import { fatefulPayerAbi } from '../../contracts/generated/fateful-payer.ts'
import type { Payment } from './model-payments.ts'

/** Hardhat's well-known accounts, which have coins; the first is the operator's. */
const rich = (addressIndex: number): LocalAccount =>
  mnemonicToAccount(
    'test test test test test test test test test test test junk',
    { addressIndex },
  )
export const PAYER = rich(1)
/** Marks branches. */
const IDLE = rich(2)
export const TREASURY = rich(3)
/** Accounts whose payments never are in a player's favour. */
export const HOUSE: readonly LocalAccount[] = [rich(0), TREASURY]

type Call = { to: Address; value?: bigint; data?: Hex }

/** What a transaction pays to players' wallets where it is mined. */
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
 * What becomes of a transaction whose block is undone: it is mined again, or
 * another one of the same nonce is, or none.
 */
export type Fate = 'again' | 'replaced' | 'dropped'

const GAS = 1_000_000n
const GAS_PRICE = parseEther('100', 'gwei')
const RICH_WEI = parseEther('2')

/** The local chain, every block of which can be undone. */
export class ModelChain {
  readonly #chain: StartedChain
  readonly #fateful: Address
  #base: Hex
  /** For each height the snapshot of the chain as it was there. */
  #snapshots = new Map<number, Hex>()
  #marks = 0
  #oneTimers = 0
  #dropped: Sent[] = []
  /** The house's own, which wait until their nonce is the next. */
  #pooled: Sent[] = []
  readonly sent = new Map<Hash, Sent>()
  /** What has become of transactions that were undone. */
  readonly happened = new Set<string>()

  /**
   * @param fateful the contract that each branch decides the fate of.
   * @param base the snapshot that it is reset to.
   */
  constructor(chain: StartedChain, fateful: Address, base: Hex) {
    this.#chain = chain
    this.#fateful = fateful
    this.#base = base
  }

  /** As it was at first. */
  async reset(): Promise<void> {
    const { client } = this.#chain
    await client.revert({ id: this.#base })
    this.#base = await client.snapshot()
    this.#snapshots.clear()
    this.#marks = 0
    this.#dropped = []
    this.#pooled = []
    this.sent.clear()
    this.happened.clear()
  }

  async height(): Promise<number> {
    return Number(await this.#chain.client.getBlockNumber({ cacheTime: 0 }))
  }

  async mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await this.#keep()
      await this.#chain.client.mine({ blocks: 1 })
    }
    const pooled = this.#pooled.splice(0)
    for (const sent of pooled) await this.#sendAgain(sent)
  }

  async send(from: LocalAccount, call: Call, paid: Paid): Promise<Sent> {
    const { address } = from
    const nonce = await this.#chain.client.getTransactionCount({ address })
    return this.#sendAs({ from, nonce, paid }, call)
  }

  /** From an account that never sends anything else. */
  async sendOnce(call: Call, paid: Paid): Promise<Sent> {
    this.#oneTimers += 1
    const key = keccak256(stringToHex(`one time ${this.#oneTimers}`))
    const from = privateKeyToAccount(key)
    return this.#sendAs({ from, nonce: 0, paid }, call)
  }

  /** One that was dropped is mined after all. @returns whether there was one. */
  async comeBack(): Promise<boolean> {
    const back = this.#dropped.pop()
    if (!back) return false
    await this.#mined(back)
    this.happened.add('came back')
    return true
  }

  /** Undoes blocks and makes more in their place. */
  async reorganise(depth: number, fateOf: () => Fate): Promise<void> {
    const { client } = this.#chain
    const target = Math.max((await this.height()) - depth, this.#lowest())
    const id = this.#snapshots.get(target)
    if (!id) return
    const undone = await this.#minedAbove(target)
    await client.revert({ id })
    for (const height of this.#snapshots.keys()) {
      if (height >= target) this.#snapshots.delete(height)
    }
    await this.#mark()
    for (const { sent, payments } of undone) {
      await this.#decide(sent, fateOf())
      const receipt = await this.#receiptOf(sent.hash)
      const paidNow = receipt ? paymentsIn(sent, receipt) : payments
      const isAnother = paidNow[0]?.amountWei !== payments[0]?.amountWei
      if (isAnother) this.happened.add('paid another amount')
    }
    await this.mine(depth)
  }

  /** What the present branch has paid, whatever anybody was told of it. */
  async payments(): Promise<Payment[]> {
    const all = await Promise.all(
      [...this.sent.values()].map(async (sent) => {
        const receipt = await this.#receiptOf(sent.hash)
        return receipt ? paymentsIn(sent, receipt) : []
      }),
    )
    return all.flat()
  }

  #lowest(): number {
    return Math.min(...this.#snapshots.keys())
  }

  async #minedAbove(height: number) {
    const found = await Promise.all(
      [...this.sent.values()].map(async (sent) => {
        const receipt = await this.#receiptOf(sent.hash)
        if (!receipt || receipt.blockNumber <= BigInt(height)) return []
        const payments = paymentsIn(sent, receipt)
        return [{ sent, payments, at: receipt.blockNumber }]
      }),
    )
    return found.flat().toSorted((a, b) => Number(a.at - b.at))
  }

  async #decide(sent: Sent, fate: Fate): Promise<void> {
    if (fate === 'again' || HOUSE.includes(sent.from)) {
      return this.#sendAgain(sent)
    }
    // All that the payer has sent since waits for this nonce.
    if (fate === 'replaced' || sent.from === PAYER) {
      await this.#sendAs({ ...sent, paid: [] }, { to: sent.from.address })
      this.happened.add('replaced')
    } else {
      this.#dropped.push(sent)
      this.happened.add('dropped')
    }
  }

  async #sendAgain(sent: Sent): Promise<void> {
    const { client } = this.#chain
    const { address } = sent.from
    const nonce = await client.getTransactionCount({ address })
    if (nonce === sent.nonce) await this.#mined(sent)
    else if (nonce < sent.nonce) this.#pooled.push(sent)
  }

  async #receiptOf(hash: Hash): Promise<TransactionReceipt | undefined> {
    const { client } = this.#chain
    return client.getTransactionReceipt({ hash }).catch(() => undefined)
  }

  async #sendAs(
    sender: Pick<Sent, 'from' | 'nonce' | 'paid'>,
    call: Call,
  ): Promise<Sent> {
    const { from, nonce, paid } = sender
    const raw = await from.signTransaction({
      ...call,
      nonce,
      chainId: this.#chain.deployment.chainId,
      gas: GAS,
      gasPrice: GAS_PRICE,
      type: 'legacy',
    })
    const sent = { from, nonce, paid, raw, hash: keccak256(raw) }
    await this.#mined(sent)
    this.sent.set(sent.hash, sent)
    return sent
  }

  async #mined({ from, hash, raw }: Sent): Promise<void> {
    const { client } = this.#chain
    if (!HOUSE.includes(from) && from !== PAYER) {
      await client.setBalance({ address: from.address, value: RICH_WEI })
    }
    await this.#keep()
    await client
      .sendRawTransaction({ serializedTransaction: raw })
      .catch(async (error: unknown) => {
        // Hardhat throws for a transaction that reverts, and mines it.
        if (!(await this.#receiptOf(hash))) throw error
      })
  }

  /** A block that no other branch has, and another fate for what it pays. */
  async #mark(): Promise<void> {
    const { client, as } = this.#chain
    this.#marks += 1
    await this.#keep()
    const data = encodeFunctionData({
      abi: fatefulPayerAbi,
      functionName: 'decide',
      args: [BigInt(this.#marks)],
    })
    const to = this.#fateful
    await client.sendTransaction({ ...as(IDLE.address), to, data })
  }

  async #keep(): Promise<void> {
    this.#snapshots.set(
      await this.height(),
      await this.#chain.client.snapshot(),
    )
  }
}

function paymentsIn(
  { paid }: Sent,
  receipt: TransactionReceipt,
): readonly Payment[] {
  if (receipt.status !== 'success') return []
  return typeof paid === 'function' ? paid(receipt) : paid
}
