import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { User } from '#core/api/account.ts'
import { SMALLEST_BET } from '#core/money/bet-limits.ts'
import { GameStage } from '../../components/game-stage.tsx'
import { coinsText } from '../../lib/format.ts'
import { RoundShield, ShieldHint } from '../../proof/fairness/round-shield.tsx'
import type { Checked } from '../../proof/fairness/use-verdict.ts'
import { useAuth } from '../../session/auth.tsx'
import { RoundResult } from './round-result.tsx'

/** Creates a game's page, remounted for another player. */
export function toPage(Table: ComponentType<{ player: User }>) {
  return function GamePage() {
    const { user } = useAuth()
    return user && <Table key={user.id} player={user} />
  }
}

type GameTableProps = Omit<
  ComponentProps<typeof GameStage>,
  'shield' | 'hint'
> & {
  round: ComponentProps<typeof RoundResult>['round'] & {
    checked: Checked | undefined
  }
}

/** A game's screen with the result and the proof of its latest round. */
export function GameTable({ round, result, ...stage }: GameTableProps) {
  return (
    <GameStage
      {...stage}
      result={<RoundResult round={round}>{result}</RoundResult>}
      shield={<RoundShield checked={round.checked} />}
      hint={<ShieldHint checked={round.checked} />}
    />
  )
}

type RuleFactsProps = {
  facts: readonly (readonly [name: string, value: string])[]
}

/** Names and values in a game's rules; the smallest bet is always the last. */
export function RuleFacts({ facts }: RuleFactsProps) {
  const smallest = ['Minimum bet', coinsText(SMALLEST_BET)] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {[...facts, smallest].map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="font-bold text-text">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The keys in a game's rules. */
export function KeyRules({ children }: { children: ReactNode }) {
  return <p>Keys: {children} You can turn them off in the menu.</p>
}
