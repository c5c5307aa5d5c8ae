import { endPause, pause } from '#core/api/operator/pauses.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { call } from '../lib/call.ts'
import type { Action } from './actions.tsx'

/** Games, races, sports bets, and credits of deposits. */
export const PAUSABLE = pause.body.shape.gameType.options

const NOTICE = {
  name: 'notice',
  label: 'Notice to players',
  hint: 'Players see exactly this. Optional.',
  isOptional: true,
}
const WHAT = {
  name: 'gameType',
  label: 'What to pause',
  missing: 'Choose what to pause.',
  options: PAUSABLE,
}
const NO_BETS =
  'New bets are refused within a second. Open hands can be finished, and bets already placed are settled as usual.'
const NO_CREDITS =
  'Payments are still detected, but nothing is credited automatically until you resume.'

/** Pauses the given name, or the one chosen in the dialog. */
export function pauseAction(gameType?: string): Action {
  return {
    title: gameType ? `Pause ${gameType}` : 'Pause',
    consequence: gameType === DEPOSITS ? NO_CREDITS : NO_BETS,
    verb: 'Pause now',
    isDanger: true,
    inputs: gameType ? [NOTICE] : [WHAT, NOTICE],
    send: ({ of, reason }) => {
      const notice = of(NOTICE.name) || null
      const chosen = gameType ?? of(WHAT.name)
      return call(pause, { body: { gameType: chosen, notice, reason } })
    },
    done: gameType ? `${gameType} paused` : 'Paused',
  }
}

export function resumeAction(gameType: string): Action {
  return {
    title: `Resume ${gameType}`,
    consequence:
      gameType === DEPOSITS
        ? 'Waiting credits go through.'
        : 'Bets are taken again within a second.',
    verb: 'Resume',
    send: ({ reason }) => call(endPause, { body: { gameType, reason } }),
    done: `${gameType} resumed`,
  }
}
