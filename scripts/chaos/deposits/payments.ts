import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
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
import { testTokenAbi } from '../../../contracts/generated/test-token.ts'
import type { ChainControl } from './chain-control.ts'
import type { SentPayment } from './judge-ledger.ts'

/** A signed payment, which can be sent again. */
export type Payment = SentPayment & {
  /** Signed transactions; the last one pays. */
  raws: readonly Hex[]
  payer: PrivateKeyAccount
}

type Call = { to?: Address; value?: bigint; data: Hex }

type Plan = Pick<SentPayment, 'symbol' | 'amounts' | 'isInternal'> & {
  calls: readonly Call[]
}

/** Enough to create a contract. */
const GAS = 1_500_000n
const RICH_WEI = parseEther('1')
const [TOKEN] = TOKENS
/** Multiple of the smallest credited amount. */
const TIMES_MOST = 5
/** Divides any amount below the minimum. */
const DUST_DIVISOR = 10n

type Options = {
  chain: ChainControl
  deployment: Deployment
  /** Gets all payments. */
  sent: Payment[]
  /** Determines the payers' keys. */
  name: string
  random: () => number
}

/** Sends payments from one account each, so that each can be dropped or replaced alone. */
export class OneTimePayments {
  readonly #options: Options
  readonly #token: Address
  #count = 0

  constructor(options: Options) {
    this.#options = options
    this.#token = options.deployment.tokens[TOKEN.symbol]
  }

  /** Sends a creditable payment of a random asset and amount. */
  pay(to: Address): Promise<Payment> {
    return this.#sign(to, this.#newPayer(), this.#plain(to))
  }

  /** Includes small ones, two in one transaction, and transfers by a contract. */
  payAnyhow(to: Address): Promise<Payment> {
    const payer = this.#newPayer()
    const kind = this.#options.random()
    const plan = () => {
      if (kind < 0.6) return this.#plain(to)
      if (kind < 0.7) return this.#tokenTwice(to, payer.address)
      if (kind < 0.8) return throughContract(to, this.#amount(false))
      return this.#plain(to, DUST_DIVISOR)
    }
    return this.#sign(to, payer, plan())
  }

  async send({ payer: { address }, raws }: Payment): Promise<void> {
    const { chain } = this.#options
    await chain.setBalance({ address, value: RICH_WEI })
    for (const serializedTransaction of raws) {
      await chain.sendRawTransaction({ serializedTransaction })
    }
  }

  /** Replaces it by another payment with the same nonce. */
  replace({ payer, to }: Payment): Promise<Payment> {
    return this.#sign(to, payer, this.#plain(to))
  }

  #newPayer(): PrivateKeyAccount {
    this.#count += 1
    const key = keccak256(stringToHex(`${this.#options.name}:${this.#count}`))
    return privateKeyToAccount(key)
  }

  async #sign(
    to: Address,
    payer: PrivateKeyAccount,
    { calls, ...plan }: Plan,
  ): Promise<Payment> {
    const signed = calls.map((call, nonce) =>
      payer.signTransaction({
        ...call,
        nonce,
        chainId: LOCAL_CHAIN,
        gas: GAS,
        maxFeePerGas: parseGwei('100'),
        maxPriorityFeePerGas: parseGwei('1'),
      }),
    )
    const raws = await Promise.all(signed)
    const hash = keccak256(raws.at(-1) ?? '0x')
    const payment = { ...plan, hash, to, raws, payer }
    this.#options.sent.push(payment)
    await this.send(payment)
    return payment
  }

  #plain(to: Address, divisor = 1n): Plan {
    const isToken = this.#options.random() < 0.5
    const value = this.#amount(isToken) / divisor
    const amounts = [value]
    if (!isToken) {
      return { symbol: 'tBNB', amounts, calls: [{ to, value, data: '0x' }] }
    }
    const faucet = this.#onToken('faucet', [value])
    const transfer = this.#onToken('transfer', [to, value])
    return { symbol: TOKEN.symbol, amounts, calls: [faucet, transfer] }
  }

  #amount(isToken: boolean): bigint {
    const least = parseEther((isToken ? TOKEN : NATIVE).minimum)
    const times = 1 + this.#options.random() * (TIMES_MOST - 1)
    return (least * BigInt(Math.floor(times * 1_000))) / 1_000n
  }

  /** Pays twice in one transaction by a contract. */
  #tokenTwice(to: Address, payer: Address): Plan {
    const value = this.#amount(true)
    const batch = getContractAddress({ from: payer, nonce: 0n })
    const amounts = [value, value]
    const calls: Call[] = [
      { data: batchPayerBytecode },
      this.#onToken('faucet', [2n * value]),
      this.#onToken('approve', [batch, 2n * value]),
      getCall(batch, batchPayerAbi, 'payToken', [
        this.#token,
        [to, to],
        amounts,
      ]),
    ]
    return { symbol: TOKEN.symbol, amounts, calls }
  }

  #onToken(functionName: string, args: readonly unknown[]): Call {
    return getCall(this.#token, testTokenAbi, functionName, args)
  }
}

function getCall(
  to: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
): Call {
  return { to, data: encodeFunctionData({ abi, functionName, args }) }
}

/** Creates a contract that forwards its coins and destroys itself. */
function throughContract(to: Address, value: bigint): Plan {
  const data = encodeDeployData({
    abi: forcedPaymentAbi,
    bytecode: forcedPaymentBytecode,
    args: [to],
  })
  const calls = [{ value, data }]
  return { symbol: 'tBNB', amounts: [value], isInternal: true, calls }
}
