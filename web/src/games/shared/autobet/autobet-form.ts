import * as z from 'zod/mini'
import type { Coins } from '#core/money/coins.ts'
import type { AutobetPlan } from './autobet.ts'

const COUNT_MAX = 1_000_000
const PERCENT_MAX = 1_000
const COINS_MAX = 1_000_000_000_000

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

function orNone<T extends z.ZodMiniType<number, string>>(schema: T) {
  const none = z.pipe(
    z.literal(''),
    z.transform(() => undefined),
  )
  return z.union([none, schema])
}

const stakeRule = z.enum(['reset', 'raise'])

const fields = z.object({
  count: orNone(whole(COUNT_MAX)),
  profit: orNone(whole(COINS_MAX)),
  loss: orNone(whole(COINS_MAX)),
  win: orNone(hundredths),
  winIn: z.enum(['coins', 'stakes']),
  onWin: stakeRule,
  onWinPercent: whole(PERCENT_MAX),
  onLoss: stakeRule,
  onLossPercent: whole(PERCENT_MAX),
})

/** Text of the fields. Goals that are left empty stop nothing. */
export type AutobetForm = z.input<typeof fields>

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

/** Reads the fields. An unreadable goal is an issue, never no goal. */
export function readForm(form: AutobetForm) {
  return fields.safeParse({
    ...form,
    // Percentages that don't apply may be anything.
    ...(form.onWin === 'reset' && { onWinPercent: '1' }),
    ...(form.onLoss === 'reset' && { onLossPercent: '1' }),
  })
}

/** Returns the plan of a form that can be read; undefined without a stake. */
export function parsePlan(
  form: AutobetForm,
  stake: Coins | undefined,
): AutobetPlan | undefined {
  const { data: read } = readForm(form)
  if (!read || stake === undefined) return undefined
  const { count, profit, loss, win, winIn } = read
  return {
    stake,
    count,
    stopOnProfit: profit,
    stopOnLoss: loss,
    stopOnWin:
      win === undefined ? undefined : { in: winIn, leastHundredths: win },
    raiseOnWin: read.onWin === 'raise' ? read.onWinPercent : undefined,
    raiseOnLoss: read.onLoss === 'raise' ? read.onLossPercent : undefined,
  }
}
