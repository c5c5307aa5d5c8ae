import * as z from 'zod/mini'
import type { Coins } from '#core/money/coins.ts'
import type { AutobetPlan, StakeRule, WinGoal } from './autobet.ts'

/** Text of the fields. Goals that are left empty stop nothing. */
export interface AutobetForm {
  count: string
  profit: string
  loss: string
  win: string
  winIn: WinGoal['in']
  onWin: StakeRule['is']
  onWinPercent: string
  onLoss: StakeRule['is']
  onLossPercent: string
}

export const FIRST_FORM: AutobetForm = {
  count: '10',
  profit: '',
  loss: '',
  win: '',
  winIn: 'coins',
  onWin: 'reset',
  onWinPercent: '100',
  onLoss: 'reset',
  onLossPercent: '100',
}

const COUNT_MAX = 1_000_000
const PERCENT_MAX = 1_000
const COINS_MAX = 1_000_000_000_000

export type ReadForm =
  | { plan: Omit<AutobetPlan, 'stake'> }
  /** Names of the fields that can't be read. */
  | { problems: ReadonlySet<PropertyKey> }

/** Reads the fields. An unreadable goal is a problem, never no goal. */
export function readForm(form: AutobetForm): ReadForm {
  const read = fields.safeParse({
    ...form,
    // Percentages that don't apply may be anything.
    ...(form.onWin === 'reset' && { onWinPercent: '1' }),
    ...(form.onLoss === 'reset' && { onLossPercent: '1' }),
  })
  if (!read.success) {
    const names = read.error.issues.flatMap(({ path }) => path.slice(0, 1))
    return { problems: new Set(names) }
  }
  const { count, profit, loss, win, onWinPercent, onLossPercent } = read.data
  return {
    plan: {
      count,
      stopOnProfit: profit,
      stopOnLoss: loss,
      stopOnWin: win === undefined ? undefined : goalOf(win, form.winIn),
      onWin: ruleOf(form.onWin, onWinPercent),
      onLoss: ruleOf(form.onLoss, onLossPercent),
    },
  }
}

/** Returns the plan of a form that can be read; undefined without a stake. */
export function planOf(
  form: AutobetForm,
  stake: Coins | undefined,
): AutobetPlan | undefined {
  const read = readForm(form)
  return 'plan' in read && stake !== undefined
    ? { ...read.plan, stake }
    : undefined
}

/** Parses decimal digits only: no 1e3, no 0x10. */
function whole(most: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)),
    z.int().check(z.minimum(1), z.maximum(most)),
  )
}

/** Parses up to two decimals, to hundredths. */
const hundredths = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,12}([.,]\d{1,2})?$/)),
    z.transform((text) => Math.round(Number(text.replace(',', '.')) * 100)),
  ),
  z.int().check(z.minimum(1)),
)

function orNone<T extends z.ZodMiniType<number>>(schema: T) {
  const none = z.pipe(
    z.literal(''),
    z.transform(() => undefined),
  )
  return z.union([none, schema])
}

const fields = z.object({
  count: orNone(whole(COUNT_MAX)),
  profit: orNone(whole(COINS_MAX)),
  loss: orNone(whole(COINS_MAX)),
  win: orNone(hundredths),
  onWinPercent: whole(PERCENT_MAX),
  onLossPercent: whole(PERCENT_MAX),
})

function goalOf(leastHundredths: number, unit: WinGoal['in']): WinGoal {
  return unit === 'coins'
    ? { in: unit, least: Math.ceil(leastHundredths / 100) }
    : { in: unit, leastHundredths }
}

function ruleOf(is: StakeRule['is'], percent: number): StakeRule {
  return is === 'reset' ? { is } : { is, percent }
}
