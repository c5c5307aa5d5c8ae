import { setTimeout as sleep } from 'node:timers/promises'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import type { SweepService } from '../../api/src/payments/sweep/sweep.service.ts'
import { LaunchError } from '../cli/launch-error.ts'

type Move = Awaited<ReturnType<SweepService['movesOf']>>[number]

const POLL_MS = 300
/** Blocks take a second, and gas for a wallet takes two of them. */
const SILENT_AFTER_MS = 30_000

const WHY = {
  needs_gas: 'waits for gas from the operator account',
  fees_too_high: 'waits for lower fees',
  not_worth_it: 'skipped: its fee is more than it brings',
  wrong_treasury:
    "skipped: the API's TREASURY_ADDRESS is another, or a player's wallet",
  refused: 'skipped: the chain refuses it',
}
/** Sweep requested under a different environment. */
const OTHER_TREASURY =
  "The API does not sweep there: its TREASURY_ADDRESS is another one, or none, or a player's wallet. Set the same for both, and restart the API."

/**
 * Prints the moves of a sweep until it is done.
 *
 * @throws LaunchError on timeout, while the API continues; and if planned assets
 * were not moved
 */
export async function followSweep(
  sweeps: SweepService,
  sweepId: number,
): Promise<void> {
  const told = new Map<number, string>()
  let changedMs = performance.now()
  for (;;) {
    const isDone = (await sweeps.current())?.id !== sweepId
    const moves = await sweeps.movesOf(sweepId)
    for (const move of moves) {
      const line = lineOf(move)
      if (!line || told.get(move.id) === line) continue
      told.set(move.id, line)
      changedMs = performance.now()
      console.log(line)
    }
    if (isDone) return requireMoved(moves)
    if (performance.now() - changedMs >= SILENT_AFTER_MS) {
      throw new LaunchError(
        `Nothing has moved for ${SILENT_AFTER_MS / 1_000} s. An API process with this TREASURY_ADDRESS and OPERATOR_PRIVATE_KEY goes on when it can; "npm run operator -- sweep" follows it again.`,
      )
    }
    await sleep(POLL_MS)
  }
}

function requireMoved(moves: readonly Move[]): void {
  if (moves.some(({ problem }) => problem === 'wrong_treasury')) {
    throw new LaunchError(OTHER_TREASURY)
  }
  const moved = moves.filter(({ hasSucceeded }) => hasSucceeded)
  // Assets worth less than their fee stay.
  const left = moves.filter(({ problem }) => problem === 'not_worth_it')
  const failed = moves.length - moved.length - left.length
  if (failed > 0) throw new LaunchError(`Not moved: ${failed} of the above.`)
  if (moved.length === 0) throw new LaunchError('Nothing was moved.')
}

function lineOf(move: Move): string | undefined {
  const what = `${move.wallet}  ${unitsOf(move.amountWei)} ${move.asset}`
  if (move.status === 'final') {
    const outcome = move.hasSucceeded ? 'moved by' : 'REVERTED in'
    return `${what}  ${outcome} ${move.txHash}`
  }
  if (move.status === 'lost') {
    return `${what}  LOST: the wallet's key was used by someone else`
  }
  return move.problem ? `${what}  ${WHY[move.problem]}` : undefined
}
