import { useEffect, useState } from 'react'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import { hashServerSeed } from '#core/fairness/server-seed.ts'
import { findGame } from '#core/games/registry.ts'
import { Button } from '../../../components/button.tsx'
import { type Check, CheckList } from '../../../components/check-list.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { shortHex } from '../../../lib/format.ts'
import { randomClientSeed, randomServerSeed } from '../../../lib/random-seed.ts'
import { EXAMPLE } from './worked-example.tsx'

/** Commits to, plays and verifies one coin flip as a demonstration. */
export function FairChecks() {
  const [round, setRound] = useState<Round>()
  // Prerendered pages can't have the reader's random numbers.
  useEffect(() => setRound(newRound()), [])
  return (
    <section
      aria-labelledby="fair-checks"
      className="rubber-card overflow-hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 p-5">
        <div>
          <h2 id="fair-checks" className="text-title">
            Watch a round being checked
          </h2>
          <p className="text-soft">
            No coins, no server: your browser does it all right here.
          </p>
        </div>
        <Button
          variant="action"
          onClick={() => setRound(newRound((round?.nonce ?? -1) + 1))}
        >
          Flip again
        </Button>
      </div>
      {round ? (
        <CheckList key={round.nonce} checks={listChecks(round)} />
      ) : (
        <Skeleton className="m-5 h-80" />
      )}
    </section>
  )
}

type Round = ReturnType<typeof newRound>

function newRound(nonce = 0) {
  const serverSeed = randomServerSeed()
  return {
    serverSeed,
    seal: hashServerSeed(nobleHashes, serverSeed),
    // Shortened to fit into a sentence.
    clientSeed: randomClientSeed().slice(0, 12),
    nonce,
  }
}

function listChecks({ seal, ...seeds }: Round): Check[] {
  const { clientSeed, nonce, serverSeed } = seeds
  const round = playRound(nobleHashes, EXAMPLE, seeds)
  const again = playRound(nobleHashes, EXAMPLE, seeds)
  const fits = hashServerSeed(nobleHashes, serverSeed) === seal
  const isSame = roundHash(nobleHashes, round) === roundHash(nobleHashes, again)
  return [
    {
      state: 'held',
      title: 'The house picks a secret number and seals it',
      text: `You see the seal, ${shortHex(seal)}. From now on, the number can’t be swapped.`,
    },
    {
      state: 'held',
      title: 'Your browser adds its own number',
      text: `${clientSeed}, made after the seal, so the house couldn’t have known it.`,
    },
    {
      state: 'held',
      title: 'Both are mixed, and the coin lands',
      text: `Round ${nonce}, mixed to a number from 0 to 1, is ${findGame(round)?.explain(round, 0) ?? ''}.`,
    },
    {
      state: fits ? 'held' : 'broken',
      title: 'The seal is opened',
      text: `The number was ${shortHex(serverSeed)}, and it matches the seal.`,
    },
    {
      state: isSame ? 'held' : 'broken',
      title: 'Your browser plays the round again',
      text: 'Same numbers, same coin. That’s what the little shield next to each of your rounds tells you.',
    },
  ]
}
