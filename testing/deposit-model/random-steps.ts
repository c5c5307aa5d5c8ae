import { blockSteps, paymentSteps, vainSteps } from './chain-steps.ts'
import type { Chance } from './chance.ts'
import type { Step } from './deposit-harness.ts'
import { indexingSteps, nodeSteps, workSteps } from './house-steps.ts'

/** Blocks that the chain of a run can lose, and how late it calls one final. */
export type Depths = { reorgMost: number; finalAfter: number }

/** Without and with blocks undone that the chain had called final. */
export const DEPTHS = {
  FINAL_FOR_GOOD: { finalAfter: 8, reorgMost: 7 },
  FINAL_AT_ONCE: { finalAfter: 0, reorgMost: 10 },
} satisfies Record<string, Depths>

/** And a bit. */
export const MINUTE_MS = 61_000

const passTime: Step = async ({ house }) => {
  house.passTime(MINUTE_MS)
  return 'a minute'
}

/** Gives one step after the other, some more often than others. */
export function stepsOf(chance: Chance, depths: Depths): () => Step {
  const isFinalForGood = depths.reorgMost < depths.finalAfter
  const pays = paymentSteps(chance)
  const vain = vainSteps(chance)
  const blocks = blockSteps(chance, { ...depths, pays })
  const indexing = indexingSteps(chance)
  const works = workSteps(chance)
  const nodes = nodeSteps(chance)
  const weights: [number, Step][] = [
    [5, pays.pay],
    [2, pays.payOnce],
    [2, pays.payDust],
    [2, pays.payThreeInOne],
    [2, pays.payByFate],
    [3, pays.payUnseen],
    [2, vain.payAsHouse],
    // Which of a token's payments took another one's place nobody can tell.
    [isFinalForGood ? 2 : 0, vain.cheat],
    [1, vain.payUnlisted],
    [1, vain.payInVain],
    [6, blocks.mine],
    [4, blocks.reorganise],
    [3, blocks.comeBack],
    [2, blocks.undoCredit],
    [8, indexing.index],
    [2, indexing.forget],
    [2, indexing.invent],
    [6, works.work],
    [3, works.workAtOnce],
    [2, works.spend],
    [4, works.dieAtWork],
    [2, works.recheck],
    [2, works.wakeOperator],
    [2, works.orderSweep],
    [3, nodes.breakNode],
    [1, nodes.breakBoth],
    [2, nodes.mendNodes],
    [2, passTime],
  ]
  const bag = weights.flatMap(([weight, step]) =>
    Array<Step>(weight).fill(step),
  )
  return () => chance.oneOf(bag)
}
