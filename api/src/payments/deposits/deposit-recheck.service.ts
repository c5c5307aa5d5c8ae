import type { Address, Hash } from 'viem'
import type { RecheckAnswer } from '#core/api/wallet.ts'
import { Refusal } from '#core/refusals.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import { PLAIN_PAYMENT_GAS } from '../../platform/chain/outbox/fees.ts'
import { createTimedFence, type Guard } from '../../platform/db/lease.ts'
import type { DepositParts } from './deposit-parts.ts'
import type { DepositWatcher } from './deposit-watcher.ts'
import type { TransferRecorder } from './ingest/transfer-recorder.ts'
import type { ReorgedDeposits } from './reconcile/reorged-deposits.ts'

/** Payments checked at once; the watcher handles the rest. */
const PAYMENTS_MAX = 200
const CHECK_MS = 5_000
/** Concurrent checks of all players, to leave nodes free for deposits. */
const CHECKS_MAX = 8

type RecheckRequest = { userId: string; txHash: Hash; wallet: Address }

export type DepositRecheck = ReturnType<typeof createDepositRecheck>

export function createDepositRecheck({
  chain,
  checker,
  db,
  log,
  recorder,
  reorgedDeposits,
  store,
  timeline,
  wallets,
  watcher,
}: DepositParts & {
  recorder: TransferRecorder
  reorgedDeposits: ReorgedDeposits
  watcher: DepositWatcher
}) {
  const inFlight = new Map<string, Promise<number | undefined>>()

  /**
   * Finds a transaction's payments to the player's own wallet, stores them as
   * indexed transfers, and checks them at once. Payments from contract code
   * show up only in the wallet's balance, so for those it returns earlier
   * findings.
   *
   * @throws not_found, unavailable
   */
  async function recheck(userId: string, txHash: Hash): Promise<RecheckAnswer> {
    const wallet = await wallets.findAddress(userId)
    if (!wallet) throw new Refusal('no_wallet')
    const paidByCodeIn = await checkOnce({ userId, txHash, wallet })
    const isPlain = paidByCodeIn === undefined
    const deposits = await timeline.listDeposits(
      userId,
      isPlain ? { txHash } : { coveredBlock: paidByCodeIn },
    )
    return { deposits, reconciling: !isPlain && deposits.length === 0 }
  }

  function checkOnce(request: RecheckRequest): Promise<number | undefined> {
    const key = `${request.userId} ${request.txHash}`
    const known = inFlight.get(key)
    if (known) return known
    if (inFlight.size >= CHECKS_MAX) throw new Refusal('checks_busy')
    const checking = createTimedFence(db)
      .then((guard) => check(guard, request))
      .catch((error: unknown) => {
        if (error instanceof Refusal) throw error
        log.warn({ error }, 'deposit.recheck_failed')
        throw new Refusal('chain_unreachable')
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, checking)
    return checking
  }

  /** @returns the block in which a contract may have paid, without transfers. */
  async function check(
    guard: Guard,
    request: RecheckRequest,
  ): Promise<number | undefined> {
    await chain.check()
    // Reads every node again: a wrong answer may be why the player asks.
    await chain.nodes.queryEach(async (node) =>
      checker.forget(node, request.txHash),
    )
    const transfers = await chain.nodes.query((node) =>
      checker.readTransfers(node, request),
    )
    if (!transfers) throw new Refusal('payment_unknown')
    if (transfers.length === 0) {
      const paidByCodeIn = await chain.nodes.query((node) =>
        blockPaidByCode(node, request),
      )
      if (paidByCodeIn === undefined) throw new Refusal('unpaid')
      return paidByCodeIn
    }
    const head = Number(await chain.head())
    await recorder.record(guard, transfers.slice(0, PAYMENTS_MAX), head)
    for (const row of await store.ofTransaction(request, PAYMENTS_MAX)) {
      // Other rejections and payments below the minimum are final.
      const isOff = row.confirmations === 0 && row.status !== 'pending'
      if (isOff) await reorgedDeposits.checkDeposit(guard, row)
    }
    const rows = await store.ofTransaction(request, PAYMENTS_MAX)
    const pending = rows.filter(({ status }) => status === 'pending')
    // The watcher continues with payments that aren't final yet.
    const stop = AbortSignal.timeout(CHECK_MS)
    await watcher.follow(guard, pending, { head, stop })
    return undefined
  }

  return { recheck }
}

/**
 * Returns the block of a contract call if the wallet received native coins in
 * that block. Batch payments, self-destructs and EIP-7702 batches leave no
 * other trace.
 */
async function blockPaidByCode(
  { client, readReceipt }: ChainNode,
  { txHash, wallet: address }: Omit<RecheckRequest, 'userId'>,
): Promise<number | undefined> {
  const receipt = await readReceipt(txHash)
  if (receipt?.status !== 'success') return undefined
  const { blockNumber, gasUsed } = receipt
  // More gas means that the transaction ran code.
  if (gasUsed <= PLAIN_PAYMENT_GAS || blockNumber === 0n) return undefined
  const [before, after] = await Promise.all([
    client.getBalance({ address, blockNumber: blockNumber - 1n }),
    client.getBalance({ address, blockNumber }),
  ])
  return after > before ? Number(blockNumber) : undefined
}
