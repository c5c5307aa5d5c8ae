import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hash,
  type Hex,
  keccak256,
  parseEther,
  parseGwei,
  stringToHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { NATIVE, TOKENS } from '#core/deposits/asset.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../../contracts/generated/batch-payer.ts'
import {
  forcedPaymentAbi,
  forcedPaymentBytecode,
} from '../../../contracts/generated/forced-payment.ts'
import { testTokenAbi as abi } from '../../../contracts/generated/test-token.ts'
import type { ChainControl } from './chain-control.ts'

/** A signed payment, which can be sent again. */
export type Payment = {
  hash: Hash
  to: Address
  /** Signed transactions; the last one pays. */
  raws: readonly Hex[]
  payer: PrivateKeyAccount
}

type Call = { to?: Address; value?: bigint; data: Hex }

/** Enough to create a contract. */
const GAS = 1_500_000n
const RICH_WEI = parseEther('1')
const [TOKEN] = TOKENS
/** Multiple of the smallest credited amount. */
const TIMES_MOST = 5
/** Divides any amount below the minimum. */
const DUST_DIVISOR = 10n

/** Sends payments from one account each, so that each can be dropped or replaced alone. */
export class OneTimePayments {
  readonly #chain: ChainControl
  readonly #token: Address
  readonly #name: string
  readonly #random: () => number
  #count = 0

  constructor(
    place: { chain: ChainControl; deployment: Deployment },
    { name, random }: { name: string; random: () => number },
  ) {
    this.#chain = place.chain
    this.#token = place.deployment.tokens[TOKEN.symbol]
    this.#name = name
    this.#random = random
  }

  /** Sends a creditable payment of a random asset and amount. */
  async pay(to: Address): Promise<Payment> {
    return this.#pay(to, this.#newPayer(), this.#plain(to))
  }

  async payAnyhow(to: Address): Promise<Payment> {
    const payer = this.#newPayer()
    return this.#pay(to, payer, this.#ofAnyKind(to, payer.address))
  }

  async send({ payer, raws }: Payment): Promise<void> {
    const { address } = payer
    await this.#chain.setBalance({ address, value: RICH_WEI })
    for (const serializedTransaction of raws) {
      await this.#chain.sendRawTransaction({ serializedTransaction })
    }
  }

  /** Replaces it by another payment with the same nonce. */
  async replace({ payer, to }: Payment): Promise<Payment> {
    return this.#pay(to, payer, this.#plain(to))
  }

  #newPayer(): PrivateKeyAccount {
    this.#count += 1
    const key = keccak256(stringToHex(`${this.#name}:${this.#count}`))
    return privateKeyToAccount(key)
  }

  async #pay(
    to: Address,
    payer: PrivateKeyAccount,
    calls: readonly Call[],
  ): Promise<Payment> {
    const raws: Hex[] = []
    for (const [nonce, call] of calls.entries()) {
      const raw = await payer.signTransaction({
        ...call,
        nonce,
        chainId: LOCAL_CHAIN,
        gas: GAS,
        maxFeePerGas: parseGwei('100'),
        maxPriorityFeePerGas: parseGwei('1'),
      })
      raws.push(raw)
    }
    const payment = { hash: keccak256(raws.at(-1) ?? '0x'), to, raws, payer }
    await this.send(payment)
    return payment
  }

  #plain(to: Address): Call[] {
    const isToken = this.#random() < 0.5
    const value = this.#worth(isToken)
    return isToken ? this.#tokenOnce(to, value) : [{ to, value, data: '0x' }]
  }

  /** Includes small ones, two in one transaction, and transfers by a contract. */
  #ofAnyKind(to: Address, payer: Address): Call[] {
    const kind = this.#random()
    if (kind < 0.6) return this.#plain(to)
    if (kind < 0.7) return this.#tokenTwice(to, this.#worth(true), payer)
    if (kind < 0.8) return [throughContract(to, this.#worth(false))]
    const isToken = kind < 0.9
    const value = this.#worth(isToken) / DUST_DIVISOR
    return isToken ? this.#tokenOnce(to, value) : [{ to, value, data: '0x' }]
  }

  #worth(isToken: boolean): bigint {
    const least = parseEther((isToken ? TOKEN : NATIVE).minimum)
    const times = 1 + this.#random() * (TIMES_MOST - 1)
    return (least * BigInt(Math.floor(times * 1_000))) / 1_000n
  }

  #tokenOnce(to: Address, value: bigint): Call[] {
    const move = { abi, functionName: 'transfer', args: [to, value] } as const
    const data = encodeFunctionData(move)
    return [this.#minted(value), { to: this.#token, data }]
  }

  /** Pays twice in one transaction by a contract. */
  #tokenTwice(to: Address, value: bigint, payer: Address): Call[] {
    const batch = getContractAddress({ from: payer, nonce: 0n })
    const approve = {
      abi,
      functionName: 'approve',
      args: [batch, 2n * value],
    } as const
    const pay = {
      abi: batchPayerAbi,
      functionName: 'payToken',
      args: [this.#token, [to, to], [value, value]],
    } as const
    return [
      { data: batchPayerBytecode },
      this.#minted(2n * value),
      { to: this.#token, data: encodeFunctionData(approve) },
      { to: batch, data: encodeFunctionData(pay) },
    ]
  }

  #minted(value: bigint): Call {
    const mint = { abi, functionName: 'faucet', args: [value] } as const
    const data = encodeFunctionData(mint)
    return { to: this.#token, data }
  }
}

/** Creates a contract that forwards its coins and destroys itself. */
function throughContract(to: Address, value: bigint): Call {
  const data = encodeDeployData({
    abi: forcedPaymentAbi,
    bytecode: forcedPaymentBytecode,
    args: [to],
  })
  return { value, data }
}
