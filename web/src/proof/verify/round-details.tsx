import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import type { Verified } from '#core/evidence/verify.ts'
import { type Draw, WORD_RANGE } from '#core/fairness/draws.ts'
import { epochSteps } from '#core/fairness/epoch.ts'
import type { PathStep } from '#core/fairness/merkle.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Round } from '#core/fairness/round.ts'
import type { Action, Game } from '#core/games/game.ts'
import { findGame } from '#core/games/registry.ts'
import { classNames } from '../../lib/class-names.ts'
import { coinsText } from '../../lib/format.ts'
import { Datum, More, NumbersSection, NumbersTable } from './numbers.tsx'

/** Actions and draws of a round as this browser replayed it. */
export function RoundDetails({
  verified: { record, replayed: round },
}: {
  verified: Extract<Verified, { kind: 'round' }>
}) {
  if (!round) {
    return (
      <NumbersSection title="The draws">
        <p>
          This page doesn’t have the rules of {record.gameType}, version{' '}
          {record.gameData.rulesVersion}, so it can’t replay the round.
        </p>
      </NumbersSection>
    )
  }
  return (
    <>
      <ActionList round={round} />
      <DrawTable round={round} />
    </>
  )
}

function ActionList({ round }: { round: Round }) {
  const { actions = [] } = round
  if (actions.length === 0) return null
  return (
    <NumbersSection title="The actions">
      <p className="text-soft">
        After the start of the round, in the order they were replayed.
      </p>
      <ol aria-label="The actions" className="grid list-decimal gap-1.5 pl-8">
        {actions.map((action, index) => {
          const { by, text } = actionText(action, findGame(round))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an action is its place
            <li key={index}>
              <strong className={classNames(by === 'house' && 'text-sun-text')}>
                {by === 'house' ? 'The house' : 'The player'}
              </strong>{' '}
              {text}
            </li>
          )
        })}
      </ol>
    </NumbersSection>
  )
}

const ofHouse = z.union([
  z.object({ action: z.literal('jackpot'), pot: z.int() }),
  z.object({ reason: z.literal('idle') }),
  z.object({ reason: z.literal('house_limit'), limit: z.int() }),
])

/** Describes an action, with the reason of an automatic one. */
function actionText(action: Action, game?: Game) {
  const did = game?.steps?.describe?.(action) ?? action.action
  const { data } = ofHouse.safeParse(action)
  if (!data) return { by: 'player', text: did }
  return { by: 'house', text: houseText(data, did) }
}

function houseText(act: z.infer<typeof ofHouse>, did: string): string {
  if ('pot' in act) {
    return `paid the jackpot; the pot held ${coinsText(act.pot)}`
  }
  const why =
    act.reason === 'idle'
      ? 'who was away for too long'
      : `because the next win could have cost more than the ${coinsText(act.limit)} it could still lose`
  return `${did} for the player, ${why}`
}

function DrawTable({ round }: { round: Round }) {
  return (
    <NumbersSection title="The draws">
      <p className="text-soft">
        HMAC-SHA256 keyed by the server seed, over{' '}
        <code className="hex">
          {round.clientSeed}:{round.nonce}:0
        </code>
        , cut into chunks of four bytes. That makes eight draws; block :1 makes
        the next eight, and so on. Bytes b₀ to b₃ make the fraction b₀/256 +
        b₁/256² + b₂/256³ + b₃/256⁴.
      </p>
      <NumbersTable
        head={['Draw', 'Bytes and fraction', 'Became']}
        rows={round.draws.map((draw, index) => [
          index,
          <BytesAndFraction key="bytes" draw={draw} />,
          <strong key="became">
            {findGame(round)?.explain(round, index)}
          </strong>,
        ])}
      />
    </NumbersSection>
  )
}

/** The four bytes of a draw in the digest, and the fraction they make. */
function BytesAndFraction({ draw }: { draw: Draw }) {
  const bytes = [24, 16, 8, 0].map((shift) => (draw >>> shift) & 255)
  return (
    <span className="hex">
      <span className="mr-3 inline-block whitespace-nowrap">
        {bytes.join(' ')}
      </span>{' '}
      <span className="inline-block whitespace-nowrap">
        = {(draw / WORD_RANGE).toFixed(10)}
      </span>
    </span>
  )
}

/** Every hash from the round's commitment up to its epoch's root. */
export function EpochPath({ record }: { record: VerificationRecord }) {
  const { nonce, gameData } = record
  const { player, serverSeedHash: commitment, epochPath, epochRoot } = gameData
  const { text, leaf, steps } = useMemo(() => {
    return epochSteps(nobleHashes, { player, nonce, commitment }, epochPath)
  }, [player, nonce, commitment, epochPath])
  const reached = steps.at(-1)?.parent ?? leaf
  const isReached = reached === epochRoot
  return (
    <NumbersSection title="From the hash to the root">
      <p className="text-soft">
        The leaf is the SHA-256 of a zero byte and the text below. Each step
        hashes a one byte and two hashes, the previous one and its sibling, left
        one first.
      </p>
      <Datum name="Text of the leaf">{text}</Datum>
      <Datum name="Leaf">{leaf}</Datum>
      <More title={`All ${steps.length} steps`}>
        <ol className="mt-3 grid list-decimal gap-3 pl-8">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its height
            <li key={index}>
              <Step step={step} sibling={epochPath[index]} />
            </li>
          ))}
        </ol>
      </More>
      <Datum
        name={`${isReached ? 'Leads' : 'Doesn’t lead'} to the root of epoch ${gameData.epoch}`}
      >
        <span className={isReached ? undefined : 'text-bubblegum-text'}>
          {reached}
        </span>
      </Datum>
    </NumbersSection>
  )
}

type StepProps = {
  step: PathStep
  sibling: string | undefined
}

function Step({ step: { left, right, parent }, sibling }: StepProps) {
  const label = (hash: string) => (hash === sibling ? 'sibling' : 'from before')
  const parts = {
    [`left, ${label(left)}`]: left,
    [`right, ${label(right)}`]: right,
    'hash of both': parent,
  }
  return (
    <dl className="hex">
      {Object.entries(parts).map(([name, hash]) => (
        <div key={name}>
          <dt className="font-body font-semibold text-soft">{name}</dt>
          <dd>{hash}</dd>
        </div>
      ))}
    </dl>
  )
}
