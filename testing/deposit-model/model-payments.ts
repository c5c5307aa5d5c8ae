import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  parseEther,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'
import { batchPayerAbi } from '../../contracts/generated/batch-payer.ts'
import { fatefulPayerAbi } from '../../contracts/generated/fateful-payer.ts'
import { fickleTokenAbi } from '../../contracts/generated/fickle-token.ts'
import { HOUSE, PAYER } from './model-accounts.ts'
import type { Call, ModelChain, Sent } from './model-chain.ts'
import type { ModelContracts } from './model-contracts.ts'
import type { Payment } from './payment.ts'

/** All ways to pay a wallet, or to seem to. */
export class ModelPayments {
  readonly #chain: ModelChain
  readonly #contracts: ModelContracts
  /** Payments in a token that is not taken here. */
  readonly unlisted = new Set<Hash>()

  constructor(chain: ModelChain, contracts: ModelContracts) {
    this.#chain = chain
    this.#contracts = contracts
  }

  pay(payment: Payment): Promise<Sent> {
    return this.#chain.send(PAYER, this.#transfer(payment), [payment])
  }

  /** From an account that never sends anything else. */
  payOnce(payment: Payment): Promise<Sent> {
    const { amountWei: value, wallet: to } = payment
    return this.#chain.sendOnce({ to, value }, [payment])
  }

  /** @param at which of the house's accounts. */
  payAsHouse(payment: Payment, at: number): Promise<Sent> {
    const from = HOUSE[at % HOUSE.length] ?? PAYER
    const call = this.#transfer(payment)
    return this.#chain.send(from, call, [{ ...payment, isOfHouse: true }])
  }

  /** Through a contract: of coins nothing is to be seen from outside. */
  payThroughContract(payments: readonly Payment[]): Promise<Sent> {
    const { batch: to, tokens } = this.#contracts
    const asset = payments[0]?.asset ?? 'tBNB'
    const wallets = payments.map(({ wallet }) => wallet)
    const amounts = payments.map(({ amountWei }) => amountWei)
    const lists = [wallets, amounts] as const
    const native = { functionName: 'payNative', args: lists } as const
    if (asset === 'tBNB') {
      const value = amounts.reduce((sum, amount) => sum + amount)
      const data = encodeFunctionData({ abi: batchPayerAbi, ...native })
      return this.#chain.send(PAYER, { to, value, data }, payments)
    }
    const data = encodeFunctionData({
      abi: batchPayerAbi,
      functionName: 'payToken',
      args: [tokens[asset], ...lists],
    })
    return this.#chain.send(PAYER, { to, data }, payments)
  }

  /** Of an amount that is another one on every branch. */
  payByFate({ amountWei, ...payment }: Payment): Promise<Sent> {
    const { fateful: to, tokens } = this.#contracts
    const { asset, wallet } = payment
    const token = tokens[asset === 'tBNB' ? 'GUMBY' : asset]
    const data = encodeFunctionData({
      abi: fatefulPayerAbi,
      functionName: 'payToken',
      args: [token, wallet, amountWei],
    })
    const paid = (receipt: TransactionReceipt) =>
      parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', ...receipt }).map(
        ({ args }) => ({ ...payment, amountWei: args.value }),
      )
    return this.#chain.send(PAYER, { to, data }, paid)
  }

  /** A tenth of it never arrives, though its token says so. */
  payLess(payment: Payment): Promise<Sent> {
    const pretendedWei = payment.amountWei / 10n
    const amountWei = payment.amountWei - pretendedWei
    return this.#cheat('transferLess', { ...payment, amountWei, pretendedWei })
  }

  /** Nothing of it arrives. */
  pretend({ amountWei: pretendedWei, ...payment }: Payment): Promise<Sent> {
    return this.#cheat('pretend', { ...payment, amountWei: 0n, pretendedWei })
  }

  /** In a token that is not taken here. */
  async payUnlisted(wallet: Address): Promise<void> {
    const to = this.#contracts.unlisted
    const data = transferOf(wallet, parseEther('500'))
    const { hash } = await this.#chain.send(PAYER, { to, data }, [])
    this.unlisted.add(hash)
  }

  /** Mined, and reverted: it pays nothing. */
  payInVain(wallet: Address): Promise<Sent> {
    const { batch: to } = this.#contracts
    const data = encodeFunctionData({
      abi: batchPayerAbi,
      functionName: 'payNative',
      args: [[wallet], []],
    })
    return this.#chain.send(PAYER, { to, value: 10n ** 17n, data }, [])
  }

  #cheat(functionName: 'pretend' | 'transferLess', payment: Payment) {
    const { amountWei, pretendedWei = 0n, wallet } = payment
    const args = [wallet, amountWei + pretendedWei] as const
    const abi = fickleTokenAbi
    const data = encodeFunctionData({ abi, functionName, args })
    const to = this.#contracts.tokens.POKEY
    return this.#chain.send(PAYER, { to, data }, [payment])
  }

  #transfer({ asset, wallet, amountWei }: Payment): Call {
    if (asset === 'tBNB') return { to: wallet, value: amountWei }
    const data = transferOf(wallet, amountWei)
    return { to: this.#contracts.tokens[asset], data }
  }
}

function transferOf(to: Address, amount: bigint) {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })
}
