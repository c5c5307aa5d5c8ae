import {
  freezePlayer,
  type OperatorPlayer,
  unfreezePlayer,
} from '#core/api/operator/players.ts'
import { call } from '../../lib/call.ts'
import type { Action } from '../frame/action.ts'

type Named = Pick<OperatorPlayer, 'id' | 'username'>

export function freezeAction({ id, username }: Named): Action {
  return {
    title: `Freeze ${username}`,
    consequence:
      'Signs the player out everywhere and keeps them out. Their open bets are settled as usual.',
    verb: 'Freeze',
    isDanger: true,
    reasonHint: 'For the player and the audit log.',
    send: ({ reason }) =>
      call(freezePlayer, { params: { id }, body: { reason } }),
    done: `${username} is frozen`,
  }
}

export function unfreezeAction({ id, username }: Named): Action {
  return {
    title: `Unfreeze ${username}`,
    consequence: 'The player can sign in again.',
    verb: 'Unfreeze',
    send: ({ reason }) =>
      call(unfreezePlayer, { params: { id }, body: { reason } }),
    done: `${username} can sign in again`,
  }
}
