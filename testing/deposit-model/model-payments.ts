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
  branchDependentPayerAbi,
  branchDependentPayerBytecode,
} from '../../contracts/generated/branch-dependent-payer.ts'
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

export type ModelContracts = Awaited<ReturnType<typeof prepareContracts>>

const AT_ONCE = parseEther('10000')

/** Returns the chain with a POKEY whose logs can differ from its transfers. */
export async function withFickleToken(chain: StartedChain) {
  const fickle = { abi: fickleTokenAbi, bytecode: fickleTokenBytecode } as const
  const POKEY = await chain.deploy(fickle)
  return withTokens(chain, { POKEY })
}

/** Deploys contracts that pay, and funds the payers with tokens. */
export async function prepareContracts(chain: StartedChain) {
  const { tokens } = chain.deployment
  const batch = chain.batch.address
  const branchPayer = await chain.deploy({
    abi: branchDependentPayerAbi,
    bytecode: branchDependentPayerBytecode,
  })
  for (const address of Object.values(tokens)) {
    const { write } = chain.token(address)
    for (const { address: owner } of [PAYER, ...HOUSE]) {
      for (let times = 0; times < (owner === PAYER.address ? 8 : 1); times++) {
        await chain.mined(await write.faucet([AT_ONCE], chain.as(owner)))
      }
    }
    for (const spender of [batch, branchPayer]) {
      const approved = [spender, maxUint256] as const
      await chain.mined(await write.approve(approved, chain.as(PAYER.address)))
    }
  }
  return { tokens, batch, branchPayer }
}

/** Opens all ways to pay a wallet, or to pretend to. */
export function modelPayments(chain: ModelChain, contracts: ModelContracts) {
  const { batch, branchPayer, tokens } = contracts
  const transfer = ({ asset, wallet, amountWei }: Payment) =>
    asset === 'tBNB'
      ? { to: wallet, value: amountWei }
      : { to: tokens[asset], data: getTransfer(wallet, amountWei) }

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
    /** Pays from an account used only once. */
    payOnce: (payment: Payment): Promise<Sent> =>
      chain.sendOnce(transfer(payment), [payment]),
    /** @param at index of the operator's account. */
    payAsHouse(payment: Payment, at: number): Promise<Sent> {
      const from = HOUSE[at % HOUSE.length] ?? PAYER
      const paid = [{ ...payment, isOfHouse: true }]
      return chain.send(from, transfer(payment), paid)
    },
    /** Pays through a contract: no transaction shows its native coins. */
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
    /** Pays an amount that differs on each branch. */
    payByBranch({ amountWei, ...payment }: Payment): Promise<Sent> {
      const { asset, wallet } = payment
      const token = tokens[asset === 'tBNB' ? 'GUMBY' : asset]
      const data = encodeFunctionData({
        abi: branchDependentPayerAbi,
        functionName: 'payToken',
        args: [token, wallet, amountWei],
      })
      return chain.send(PAYER, { to: branchPayer, data }, ({ logs }) =>
        parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).map(
          ({ args }) => ({ ...payment, amountWei: args.value }),
        ),
      )
    },
    /** Pays a tenth less than its token logs. */
    payLess(payment: Payment): Promise<Sent> {
      const pretendedWei = payment.amountWei / 10n
      const amountWei = payment.amountWei - pretendedWei
      return cheat('transferLess', { ...payment, amountWei, pretendedWei })
    },
    /** Logs a payment without making it. */
    pretend: ({ amountWei: pretendedWei, ...payment }: Payment) =>
      cheat('pretend', { ...payment, amountWei: 0n, pretendedWei }),
  }
}

function getTransfer(to: Address, amount: bigint) {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
  })
}
