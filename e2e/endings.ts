import type { Draws } from '#core/fairness/draws.ts'
import { positionAfter } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import type { Choice } from '#core/games/blackjack/blackjack-table.ts'
import type { CardValue } from '#core/games/cards.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { hiLoOutcome } from '#core/games/hi-lo/hi-lo-outcome.ts'
import type { HiLoAction } from '#core/games/hi-lo/hi-lo-position.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import type { Button } from '#testing/browser/player.ts'

/** What every round here stakes at its start. */
export const STAKE = 10
const bet = { betAmount: coins(STAKE) }
const heads = { ...bet, choice: 'heads' } as const

export type Ending = {
  name: string
  isOf: (draws: Draws) => boolean
  buttons: readonly Button[]
  /** Payout less all stakes; left out where the draws decide how much. */
  net?: number
  /** What the page says of it. */
  story: (net: number) => string
  toast?: (net: number) => [title: string, description: string]
}

const CHOICES: Readonly<Record<Choice, Button>> = {
  hit: 'Hit',
  stand: 'Stand',
  double: /^Double/,
  split: /^Split/,
  insurance: 'Insure',
}

/** Of each game, a win and a loss come first. */
export const games: readonly {
  title: string
  path: string
  endings: readonly Ending[]
}[] = [
  {
    title: 'Coin Flip',
    path: '/coinflip',
    endings: [flip('a right call', true), flip('a wrong call', false)],
  },
  {
    title: 'Slots',
    path: '/slots',
    endings: [
      {
        name: 'two winning lines',
        isOf: (draws) => {
          const { winningLines, payout = 0 } =
            slots.start(bet, draws).outcome ?? {}
          return winningLines?.length === 2 && payout > STAKE
        },
        buttons: ['Spin'],
        story: won,
        toast: winner,
      },
      {
        name: 'no winning line',
        isOf: (draws) => slots.start(bet, draws).outcome?.payout === 0,
        buttons: ['Spin'],
        net: -STAKE,
        story: () => 'No line. You lost 10 coins',
      },
    ],
  },
  {
    title: 'Blackjack',
    path: '/blackjack',
    endings: [
      hand('a win', ['stand'], 'You won 10 coins', 10),
      hand('a loss', ['stand'], 'Dealer wins', -10),
      hand('a push', ['stand'], 'Push', 0),
      hand('a blackjack', [], 'Blackjack! You won 15 coins', 15),
      hand('a bust', ['hit', 'hit'], 'Bust', -10),
      hand('a double that wins', ['double'], 'You won 20 coins', 20),
      hand(
        'a split that wins twice, once doubled',
        ['split', 'double', 'stand'],
        'You won 30 coins',
        30,
      ),
      hand(
        "an insurance against the dealer's blackjack",
        ['insurance'],
        'Push',
        0,
      ),
      hand(
        'an insurance that was not needed',
        ['insurance', 'stand'],
        'You won 5 coins',
        5,
      ),
    ],
  },
  {
    title: 'Hi-Lo',
    path: '/hilo',
    endings: [
      streak('a streak with a skip', ['higher', 'skip', 'lower', 'cashout']),
      wrongGuess('a first guess that is wrong', ['higher']),
      wrongGuess('a later guess that is wrong', ['lower', 'lower']),
      streak(
        'the same card again, right either way',
        ['higher', 'lower', 'cashout'],
        [7, 7, 7],
      ),
      streak('a king after a king', ['higher', 'cashout'], ['K', 'K']),
      streak('an ace after an ace', ['lower', 'cashout'], ['A', 'A']),
    ],
  },
]

function won(net: number): string {
  return `You won ${net.toLocaleString('en-US')} coins`
}

function winner(net: number): [string, string] {
  return ['Winner!', `${won(net)}!`]
}

function flip(name: string, isWin: boolean): Ending {
  return {
    name,
    isOf: (draws) => coinFlip.start(heads, draws).outcome.payout > 0 === isWin,
    buttons: ['Heads'],
    ...(isWin ? { toast: winner } : { net: -STAKE }),
    story: (net) => (isWin ? won(net) : 'You lost 10 coins'),
  }
}

/** @param result what the rules call it, and the page where coins moved. */
function hand(
  name: string,
  choices: readonly Choice[],
  result: string,
  net: number,
): Ending {
  const actions = choices.map((action) => ({ action }))
  const lost = net < 0 ? `${result}. You lost ${-net} coins` : result
  return {
    name,
    isOf: (draws) => {
      const isInsured = choices.includes('insurance')
      if (blackjack.start(bet, draws).isInsurable !== isInsured) return false
      const after = positionAfter({ game: blackjack, bet, actions }, draws)
      return after?.outcome?.result === result
    },
    buttons: ['Deal', ...choices.map((choice) => CHOICES[choice])],
    net,
    story: () => (net === 0 ? 'Push. Your coins are back' : lost),
    ...(net > 0 && { toast: winner }),
  }
}

type Step = 'higher' | 'lower' | 'skip' | 'cashout'

/** @param cards from the first; where left out, none is an ace or a king. */
function hiLoRound(steps: readonly Step[], cards?: readonly CardValue[]) {
  const actions = steps.map(actionOf)
  const isSame = cards !== undefined && typeof cards[0] === 'string'
  const buttons = steps.map((step) => {
    if (step === 'cashout') return /^Cash Out/
    if (step === 'skip') return /^Skip/
    if (isSame) return /^Same/
    return step === 'higher' ? /^Higher/ : /^Lower/
  })
  return {
    isOf: (draws: Draws) => {
      const end = positionAfter({ game: hiLo, bet, actions }, draws)
      if (!end?.outcome) return false
      // On an ace or a king the buttons have other names.
      return hiLoOutcome
        .parse(end.outcome)
        .cards.every(({ value }, at) =>
          cards ? value === cards[at] : value !== 'A' && value !== 'K',
        )
    },
    buttons: ['Start Game', ...buttons],
  }
}

function actionOf(step: Step): HiLoAction {
  if (step === 'skip') return { action: 'skip' }
  if (step === 'cashout') return { action: 'cashout' }
  return { action: 'play', choice: step }
}

function streak(
  name: string,
  steps: readonly Step[],
  cards?: readonly CardValue[],
): Ending {
  const story = (net: number) => `You cashed out ${net + STAKE} coins`
  return {
    name,
    ...hiLoRound(steps, cards),
    story,
    toast: (net) => ['Success!', story(net)],
  }
}

function wrongGuess(name: string, steps: readonly Step[]): Ending {
  return {
    name,
    ...hiLoRound(steps),
    net: -STAKE,
    story: () => 'Wrong guess: ',
    toast: () => [
      'Game Over',
      'Better luck next time! Place a new bet to play again.',
    ],
  }
}
