import * as z from 'zod/mini'
import type { GameAnswer } from '#core/api/rounds.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import type { Seeds } from '#core/fairness/draws.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { replay } from '#core/fairness/round.ts'
import type {
  Action,
  Bet,
  Game,
  Json,
  JsonObject,
  Position,
} from '#core/games/game.ts'

/** What was shown of a round at one moment, of what game, on what bet. */
export type Shown = { game: Game; bet: Bet; answer: GameAnswer }

/** What is wrong with an answer that tells of a round. */
export type Untrue = 'outcome' | 'choices'

/** Whether an answer is a round's last: only then it can have the server seed. */
export function hasEnded(
  answer: GameAnswer,
): answer is GameAnswer & { serverSeed: string } {
  return answer.serverSeed !== undefined
}

/** @returns undefined where an answer or a record tells of actions that its game does not know. */
export function actionsIn(
  { steps }: Game,
  actions: unknown,
): readonly Action[] | undefined {
  const list = z.array(steps?.action ?? z.never())
  return list.safeParse(actions ?? []).data
}

/** Whether one list of actions is how the other begins. */
export function isBeginning(
  beginning: readonly Action[],
  actions: readonly Action[],
): boolean {
  return beginning.every((one, at) => isSameJson(actions[at], one))
}

/** The longest way that a round was seen to have gone. */
export function seenActions(
  game: Game,
  answers: readonly GameAnswer[],
): readonly Action[] {
  return answers
    .map((one) => actionsIn(game, one.actions) ?? [])
    .reduce((longest, one) => (one.length > longest.length ? one : longest), [])
}

/** What an answer shows otherwise than the seeds lead to at that point. */
export function untrueIn(
  hashes: Hashes,
  { game, bet, answer }: Shown,
  seeds: Seeds,
): Untrue | undefined {
  const actions = actionsIn(game, answer.actions)
  const played = actions && replay(hashes, { game, bet, actions }, seeds)
  if (!played) return 'outcome'
  const { outcome } = played.position
  const shown = {
    ...game.view(played.position),
    ...(outcome && { payout: outcome.payout }),
  }
  const isOver = outcome !== undefined
  if (hasEnded(answer) !== isOver || !says(answer, shown)) return 'outcome'
  return says(answer, choiceIn(game, played.position)) ? undefined : 'choices'
}

/** Whether two answers show the same of a round. */
export function isSameShown(one: GameAnswer, other: GameAnswer): boolean {
  const { balance, nextServerSeedHash } = other
  return isSameJson(
    plain({ ...one, balance, nextServerSeedHash }),
    plain(other),
  )
}

/** As it is after a reload: without what JSON does not know. */
function plain(answer: GameAnswer): Json {
  return z.json().parse(JSON.parse(JSON.stringify(answer)))
}

function choiceIn({ choices }: Game, position: Position): JsonObject {
  return choices ? { legalActions: choices.legalActions(position) } : {}
}

function says(answer: GameAnswer, expected: JsonObject): boolean {
  return Object.entries(expected).every(([name, value]) =>
    isSameJson(answer[name], value),
  )
}
