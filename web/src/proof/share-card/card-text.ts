import {
  coinsText,
  formatGain,
  formatTime,
  formatTwoDecimals,
} from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import type { ProvenWin } from '../records/proven-win.ts'

/** All that stands on a card: nothing of the player's coins or of anybody else. */
export interface CardText {
  game: string
  multiple: string
  gain: string
  time: string
  /** Where the proof is. */
  link: string
  /** Only where the player wants to be named. */
  name?: string | undefined
}

export function cardText(win: ProvenWin, name?: string): CardText {
  const { id, game, staked, paid, timestamp } = win
  const gained = paid - staked
  return {
    game,
    multiple: `×${formatTwoDecimals(paid / staked)}`,
    gain: `${formatGain(gained)} ${gained === 1 ? 'coin' : 'coins'}`,
    time: formatTime(timestamp),
    link: new URL(pagePath(`/verify/${id}`), location.origin).href,
    name,
  }
}

/** The card in a sentence, for those who do not see it and for the message it goes with. */
export function cardSentence({ paid, staked, game }: ProvenWin): string {
  const multiple = formatTwoDecimals(paid / staked)
  return `Won ${coinsText(paid - staked)} at ${game}, ${multiple} times the stake, with a proof that anyone can check`
}
