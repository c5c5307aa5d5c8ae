import * as z from 'zod/mini'
import type { Coins } from '#core/money/coins.ts'
import type { AutobetPlan, StakeRule, WinGoal } from './autobet.ts'

/** What stands in the fields. Goals that are left empty stop nothing. */
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
  /** The fields that nothing can be read from. */
  | { problems: ReadonlySet<PropertyKey> }

/** Reads the fields. A goal that makes no sense is never taken for none. */
export function readForm(form: AutobetForm): ReadForm {
  const read = fields.safeParse({
    ...form,
    // Percentages that are not asked for may be anything.
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

/** The plan of a form that can be read, where there is a stake as well. */
export function planOf(
  form: AutobetForm,
  stake: Coins | undefined,
): AutobetPlan | undefined {
  const read = readForm(form)
  return 'plan' in read && stake !== undefined
    ? { ...read.plan, stake }
    : undefined
}

/** A whole number as people write it: 1e3 and 0x10 are none. */
function whole(most: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)),
    z.int().check(z.minimum(1), z.maximum(most)),
  )
}

/** A number of up to two decimals, in hundredths. */
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
