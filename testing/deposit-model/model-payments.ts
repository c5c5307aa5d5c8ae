import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseEther,
  parseEventLogs,
} from 'viem'
import { type StartedChain, withTokens } from '#testing/chain/started-chain.ts'
import { batchPayerAbi } from '../../contracts/generated/batch-payer.ts'
import {
  fatefulPayerAbi,
  fatefulPayerBytecode,
} from '../../contracts/generated/fateful-payer.ts'
import {
  fickleTokenAbi,
  fickleTokenBytecode,
} from '../../contracts/generated/fickle-token.ts'
import {
  HOUSE,
  type ModelChain,
  PAYER,
  type Payment,
  type Sent,
} from './model-chain.ts'

/** What a transaction brings a wallet, by the chain and not by any log. */
export type ModelContracts = Awaited<ReturnType<typeof prepareContracts>>

const AT_ONCE = parseEther('10000')

/** @returns the chain with a POKEY that cheats when it is asked to. */
export async function withFickleToken(chain: StartedChain) {
  const fickle = { abi: fickleTokenAbi, bytecode: fickleTokenBytecode } as const
  const POKEY = await chain.deploy(fickle)
  return withTokens(chain, { POKEY })
}

/** Deploys what pays, and gives everybody who pays tokens to do so. */
export async function prepareContracts(chain: StartedChain) {
  const { tokens } = chain.deployment
  const batch = chain.batch.address
  const fateful = await chain.deploy({
    abi: fatefulPayerAbi,
    bytecode: fatefulPayerBytecode,
  })
  for (const address of Object.values(tokens)) {
    const { write } = chain.token(address)
    for (const { address: owner } of [PAYER, ...HOUSE]) {
      for (let times = 0; times < (owner === PAYER.address ? 8 : 1); times++) {
        await chain.mined(await write.faucet([AT_ONCE], chain.as(owner)))
      }
    }
    for (const spender of [batch, fateful]) {
      const approved = [spender, maxUint256] as const
      await chain.mined(await write.approve(approved, chain.as(PAYER.address)))
    }
  }
  return { tokens, batch, fateful }
}

/** All ways to pay a wallet, or to seem to. */
export function modelPayments(chain: ModelChain, contracts: ModelContracts) {
  const { batch, fateful, tokens } = contracts
  const transfer = ({ asset, wallet, amountWei }: Payment) =>
    asset === 'tBNB'
      ? { to: wallet, value: amountWei }
      : { to: tokens[asset], data: transferOf(wallet, amountWei) }

  function cheat(functionName: 'pretend' | 'transferLess', payment: Payment) {
    const { amountWei, pretendedWei = 0n, wallet } = payment
    const args = [wallet, amountWei + pretendedWei] as const
    const abi = fickleTokenAbi
    const data = encodeFunctionData({ abi, functionName, args })
    return chain.send(PAYER, { to: tokens.POKEY, data }, [payment])
  }

  return {
    pay: (payment: Payment): Promise<Sent> =>
      chain.send(PAYER, transfer(payment), [payment]),
    /** From an account that never sends anything else. */
    payOnce: (payment: Payment): Promise<Sent> =>
      chain.sendOnce(transfer(payment), [payment]),
    /** @param at which of the house's accounts. */
    payAsHouse(payment: Payment, at: number): Promise<Sent> {
      const from = HOUSE[at % HOUSE.length] ?? PAYER
      const paid = [{ ...payment, isOfHouse: true }]
      return chain.send(from, transfer(payment), paid)
    },
    /** Through a contract: no transaction shows coins of it. */
    payThroughContract(payments: readonly Payment[]): Promise<Sent> {
      const asset = payments[0]?.asset ?? 'tBNB'
      const wallets = payments.map(({ wallet }) => wallet)
      const amounts = payments.map(({ amountWei }) => amountWei)
      const lists = [wallets, amounts] as const
      const abi = batchPayerAbi
      const native = { abi, functionName: 'payNative', args: lists } as const
      if (asset === 'tBNB') {
        const value = amounts.reduce((sum, amount) => sum + amount)
        const data = encodeFunctionData(native)
        return chain.send(PAYER, { to: batch, value, data }, payments)
      }
      const data = encodeFunctionData({
        abi,
        functionName: 'payToken',
        args: [tokens[asset], ...lists],
      })
      return chain.send(PAYER, { to: batch, data }, payments)
    },
    /** Of an amount that is another one on every branch. */
    payByFate({ amountWei, ...payment }: Payment): Promise<Sent> {
      const { asset, wallet } = payment
      const token = tokens[asset === 'tBNB' ? 'GUMBY' : asset]
      const data = encodeFunctionData({
        abi: fatefulPayerAbi,
        functionName: 'payToken',
        args: [token, wallet, amountWei],
      })
      return chain.send(PAYER, { to: fateful, data }, ({ logs }) =>
        parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).map(
          ({ args }) => ({ ...payment, amountWei: args.value }),
        ),
      )
    },
    /** A tenth of it never arrives, though its token says so. */
    payLess(payment: Payment): Promise<Sent> {
      const pretendedWei = payment.amountWei / 10n
      const amountWei = payment.amountWei - pretendedWei
      return cheat('transferLess', { ...payment, amountWei, pretendedWei })
    },
    /** Nothing of it arrives. */
    pretend: ({ amountWei: pretendedWei, ...payment }: Payment) =>
      cheat('pretend', { ...payment, amountWei: 0n, pretendedWei }),
  }
}

function transferOf(to: Address, amount: bigint) {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })
}
