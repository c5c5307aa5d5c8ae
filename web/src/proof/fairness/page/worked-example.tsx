import { useState } from 'react'
import { clientSeed as clientSeedSchema } from '#core/api/fairness.ts'
import { createDraws, type Seeds, WORD_RANGE } from '#core/fairness/draws.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound } from '#core/fairness/round.ts'
import { hashServerSeed } from '#core/fairness/server-seed.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { findGame } from '#core/games/registry.ts'
import { coins } from '#core/money/coins.ts'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { HexValue } from '../../../components/hex-value.tsx'
import { randomServerSeed } from '../../../lib/random-seed.ts'

/** Stake and call don't change the result. */
export const EXAMPLE = {
  game: coinFlip,
  bet: { betAmount: coins(10), choice: 'heads' },
} as const

const FIRST_SERVER_SEED =
  '8f2d3c6a51b0e94d7c1a0b5e6f3928d4c7b6a5f4e3d2c1b0a9f8e7d6c5b4a392'

/** Computes a coin flip from its seeds as the reader types. */
export function WorkedExample() {
  const [serverSeed, setServerSeed] = useState(FIRST_SERVER_SEED)
  const [clientSeed, setClientSeed] = useState('my own words')
  const [nonce, setNonce] = useState('0')
  const seedProblem =
    clientSeedSchema.safeParse(clientSeed).error?.issues[0]?.message
  const nonceProblem = /^\d{1,9}$/.test(nonce) ? undefined : 'A whole number'

  return (
    <div className="grid gap-5">
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-[1fr_9rem]">
        <Field
          label="Client seed"
          value={clientSeed}
          onChange={(event) => setClientSeed(event.target.value)}
          error={seedProblem}
          hint="Your browser makes this one."
        />
        <Field
          label="Nonce"
          inputMode="numeric"
          value={nonce}
          onChange={(event) => setNonce(event.target.value)}
          error={nonceProblem}
          hint="Your round's number."
        />
      </div>
      <div className="grid items-end gap-x-5 gap-y-3 sm:grid-cols-[1fr_9rem]">
        <HexValue name="Server seed, secret until the round ends">
          {serverSeed}
        </HexValue>
        <Button onClick={() => setServerSeed(randomServerSeed())}>
          Another
        </Button>
      </div>
      {!seedProblem && !nonceProblem && (
        <Flip seeds={{ serverSeed, clientSeed, nonce: Number(nonce) }} />
      )}
    </div>
  )
}

function Flip({ seeds }: { seeds: Seeds }) {
  const { serverSeed, clientSeed, nonce } = seeds
  const message = `${clientSeed}:${nonce}:0`
  const digest = nobleHashes.hmacSha256(serverSeed, message)
  const round = playRound(nobleHashes, EXAMPLE, seeds)
  const draw = createDraws(nobleHashes, seeds)(0)
  const bytes = [0, 2, 4, 6].map((at) =>
    Number.parseInt(digest.slice(at, at + 2), 16),
  )
  const sum = bytes.map((byte, at) => `${byte}/256${powers[at]}`).join(' + ')
  return (
    <>
      <HexValue name="Its hash, shown before the round: SHA-256 of the seed">
        {hashServerSeed(nobleHashes, serverSeed)}
      </HexValue>
      <HexValue name={`HMAC-SHA256, keyed by the server seed, over ${message}`}>
        <mark className="rounded-[6px] bg-sun font-bold text-on-toy">
          {digest.slice(0, 8)}
        </mark>
        {digest.slice(8)}
      </HexValue>
      <HexValue name="Its first four bytes as a fraction">
        {sum} = {(draw / WORD_RANGE).toFixed(10)}
      </HexValue>
      <p
        role="status"
        className="font-display text-title font-semibold first-letter:uppercase"
      >
        {findGame(round)?.explain(round, 0)}
      </p>
    </>
  )
}

const powers = ['', '²', '³', '⁴']
