import { topUp } from '#core/api/operator/house.ts'
import { call } from '../../lib/call.ts'
import { coinsText } from '../../lib/format.ts'
import type { Action } from '../frame/action.ts'

/** Grants coins to the house. */
export function topUpAction(house: number): Action {
  return {
    title: 'Top up the house',
    consequence: `Grants coins to the house, which has ${coinsText(house)} now. There is no way back.`,
    verb: 'Grant coins',
    inputs: [{ name: 'coins', label: 'Coins', inputMode: 'numeric' }],
    send: ({ of, reason }) =>
      call(topUp, { body: { coins: Number(of('coins')), reason } }),
    done: 'The house is topped up',
  }
}
