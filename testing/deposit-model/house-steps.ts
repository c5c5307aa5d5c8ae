import { parseEther } from 'viem'
import {
  behind,
  down,
  erring,
  type Fault,
  lyingAboutLogs,
  onAnotherBranch,
  rateLimited,
  repeating,
} from '#testing/chain/faulty-node.ts'
import type { Chance } from './chance.ts'
import type { Step } from './deposit-harness.ts'

const FAULTS = {
  behind: behind(3),
  down,
  erring,
  lyingAboutLogs,
  onAnotherBranch,
  rateLimited,
  repeating,
} satisfies Record<string, Fault>

/** Faults of a node that says nothing wrong. */
const HONEST = ['behind', 'down', 'erring', 'rateLimited', 'repeating'] as const

/** What the indexer tells, or fails to. */
export function indexingSteps({ below, oneOf }: Chance) {
  const index: Step = async ({ house }) => {
    await house.indexer.catchUp()
    return 'index'
  }
  const forget: Step = async ({ house }) => {
    const blocks = below(12)
    await house.indexer.forget(blocks)
    return `forget ${blocks} blocks of indexed transfers`
  }
  const invent: Step = async (run) => {
    const { chain, payments } = run
    const known = [...chain.sent.keys()].filter(
      (hash) => !payments.unlisted.has(hash),
    )
    const hash =
      known.length > 0 && below(2) === 0
        ? oneOf(known)
        : (`0x${String(1 + below(9)).repeat(64)}` as const)
    const { wallet } = oneOf(run.depositors)
    const invented = { hash, wallet, amountWei: parseEther('0.05') }
    await run.house.indexer.invent(invented)
    return 'invent an indexed transfer'
  }
  return { index, forget, invent }
}

/** What the house does, and what it dies of. */
export function workSteps({ below, oneOf }: Chance) {
  const work: Step = async ({ house }) => {
    await house.work()
    return 'work'
  }
  const workAtOnce: Step = async ({ house }) => {
    await house.workAtOnce()
    return 'work at once'
  }
  const spend: Step = async (run) => {
    await run.house.spend(oneOf(run.depositors).userId)
    return 'spend'
  }
  const dieAtWork: Step = async ({ house }) => {
    const statement = below(30)
    const moment = oneOf(['before', 'after'] as const)
    house.dieAt(statement, moment)
    await house.work()
    return `die ${moment} statement ${statement}`
  }
  const recheck: Step = async (run) => {
    const known = [...run.chain.sent.keys()]
    if (known.length === 0) return 'nothing to recheck'
    await run.house.recheck(oneOf(run.depositors).userId, oneOf(known))
    return 'recheck'
  }
  const wakeOperator: Step = async ({ house }) => {
    house.wakeOperator()
    return 'the operator wakes'
  }
  const orderSweep: Step = async ({ depositors, house }) => {
    await house.orderSweep(depositors.map(({ wallet }) => wallet))
    return 'order a sweep'
  }
  return {
    work,
    workAtOnce,
    spend,
    dieAtWork,
    recheck,
    wakeOperator,
    orderSweep,
  }
}

/** One node lies at a time: the house can not tell who does if all may. */
export function nodeSteps({ below, oneOf }: Chance) {
  const breakNode: Step = async ({ house }) => {
    const [first, second] = house.nodes
    const [broken, sound] = below(2) === 0 ? [first, second] : [second, first]
    const [name, fault] = oneOf(Object.entries(FAULTS))
    broken.be(fault)
    sound.be()
    return `a node is ${name}`
  }
  const breakBoth: Step = async ({ house }) => {
    const name = oneOf(HONEST)
    for (const node of house.nodes) node.be(FAULTS[name])
    return `both nodes are ${name}`
  }
  const mendNodes: Step = async ({ house }) => {
    for (const node of house.nodes) node.be()
    return 'nodes are well'
  }
  return { breakNode, breakBoth, mendNodes }
}
