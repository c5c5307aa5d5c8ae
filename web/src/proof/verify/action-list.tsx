import type { Round } from '#core/fairness/round.ts'
import { gameOf } from '#core/games/registry.ts'
import { classNames } from '../../lib/class-names.ts'
import { type ActionText, actionText } from './action-text.ts'
import { NumbersSection } from './numbers-section.tsx'

/** What was done after the start, in order; nothing where that was nothing. */
export function ActionList({ round }: { round: Round }) {
  const { actions = [] } = round
  if (actions.length === 0) return null
  return (
    <NumbersSection title="The actions">
      <p className="text-soft">
        After the start of the round, in the order in which they were replayed.
      </p>
      <ol aria-label="The actions" className="action-list">
        {actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an action is its place
          <li key={index}>
            <Told {...actionText(action, gameOf(round))} />
          </li>
        ))}
      </ol>
    </NumbersSection>
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
