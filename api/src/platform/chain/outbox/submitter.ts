import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { isCallRefused } from '../nodes/rpc-failure.ts'
import { FEE_PER_GAS_MAX, feesOver } from './fees.ts'
import { type GasWatch, SMALL_CALL_GAS } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'
import { callOf, noteProblem, type SignAndSend } from './outbox-signer.ts'

const RETRY_EVERY_MS = 5_000
/** Bounds of the back-off while no node estimates a call. */
const UNKNOWN_GAS_RETRY_MIN_MS = 500
const UNKNOWN_GAS_RETRY_MAX_MS = 60_000
/** Gas of a payment to an account without code. */
const PLAIN_PAYMENT_GAS = 21_000n
/** Gas limit of a payment to an account with code, which bounds its cost. */
const PAYMENT_GAS_MAX = 100_000n

type SubmitterDeps = {
  store: OutboxStore
  chain: Chain
  account: OperatorAccount
  signAndSend: SignAndSend
  gas: GasWatch
  log: Logger
}

/** Assigns nonces to queued transactions and sends them. */
export function openSubmitter(deps: SubmitterDeps) {
  const { account, chain, log, signAndSend, store } = deps
  const retryAtMs = new Map<number, number>()
  const unanswered = new Map<number, number>()

  /** Returns undefined when the call would revert, or unknown without an answer. */
  async function gasOf(
    row: OutboxRow,
  ): Promise<bigint | undefined | 'unknown'> {
    try {
      const gas = await (row.data === '0x'
        ? gasOfPayment(row)
        : account.gasOf(callOf(row)))
      unanswered.delete(row.id)
      return gas
    } catch (error) {
      if (!isCallRefused(error)) return 'unknown'
      unanswered.delete(row.id)
      return undefined
    }
  }

  /**
   * Estimates the gas, since an account with an EIP-7702 delegation runs code
   * when paid.
   */
  async function gasOfPayment(row: OutboxRow): Promise<bigint> {
    const code = await chain.client.getCode({ address: row.to })
    if (!code) return PLAIN_PAYMENT_GAS
    const gas = await account.gasOf(callOf(row)).catch((error: unknown) => {
      if (!isCallRefused(error)) throw error
      // Sends it anyway: a payment that the code rejects must not wait forever.
      return PAYMENT_GAS_MAX
    })
    return gas < PAYMENT_GAS_MAX ? gas : PAYMENT_GAS_MAX
  }

  function postponeUnknown({ id }: OutboxRow): void {
    const failures = unanswered.get(id) ?? 0
    const waitMs = Math.min(
      UNKNOWN_GAS_RETRY_MIN_MS * 2 ** failures,
      UNKNOWN_GAS_RETRY_MAX_MS,
    )
    unanswered.set(id, failures + 1)
    retryAtMs.set(id, performance.now() + waitMs)
    log.warn({ outbox: id, waitMs }, 'outbox.gas_unknown')
  }

  function postpone(
    term: Term,
    row: OutboxRow,
    problem: NonNullable<OutboxRow['problem']>,
  ): Promise<void> {
    retryAtMs.set(row.id, performance.now() + RETRY_EVERY_MS)
    return noteProblem(deps, term, { row, problem })
  }

  /** @param count mined transactions of the account. */
  return async (term: Term, row: OutboxRow, count: number): Promise<void> => {
    if (performance.now() < (retryAtMs.get(row.id) ?? 0)) return
    const fees = await feesOver(chain.client)
    const gas = await gasOf(row)
    if (gas === 'unknown') return postponeUnknown(row)
    const costWei = (gas ?? SMALL_CALL_GAS) * fees.maxFeePerGas + row.value
    if (!(await deps.gas.canPay(costWei))) return postpone(term, row, 'no_gas')
    if (gas === undefined) return postpone(term, row, 'refused')
    if (fees.maxFeePerGas > FEE_PER_GAS_MAX) {
      return postpone(term, row, 'fees_too_high')
    }
    const nonce = await store.freeNonce(account.address, count)
    await signAndSend(term, { ...row, nonce, gas }, fees)
    retryAtMs.delete(row.id)
  }
}
