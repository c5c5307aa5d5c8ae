import type { HiLoAction } from '#core/games/hi-lo/hi-lo-position.ts'

/** What led to a card, as a sign and in words; nothing led to the first. */
export function wayTo(action: HiLoAction | undefined) {
  if (!action) return { sign: '', word: '' }
  if (action.action !== 'play') return { sign: '» ', word: 'Skipped to' }
  return action.choice === 'higher'
    ? { sign: '▲ ', word: 'Higher:' }
    : { sign: '▼ ', word: 'Lower:' }
}
