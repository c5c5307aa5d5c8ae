import type { Round } from '#core/fairness/round.ts'
import { gameOf } from '#core/games/registry.ts'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../lib/class-names.ts'
import { type ActionText, actionText } from './action-text.ts'

/** What was done after the start, in order; nothing where that was nothing. */
export function ActionList({ round }: { round: Round }) {
  const { actions = [] } = round
  if (actions.length === 0) return null
  return (
    <Card>
      <h2 id="actions" className="text-title">
        The actions
      </h2>
      <p className="mt-2 text-soft">
        After the start of the round, in the order in which they were replayed.
      </p>
      <ol aria-labelledby="actions" className="action-list mt-4">
        {actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an action is its place
          <li key={index}>
            <Told {...actionText(action, gameOf(round))} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Told({ by, text }: ActionText) {
  return (
    <>
      <strong className={classNames(by === 'house' && 'text-sun-text')}>
        {by === 'house' ? 'The house' : 'The player'}
      </strong>{' '}
      {text}
    </>
  )
}
