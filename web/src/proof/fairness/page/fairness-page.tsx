import { EPOCH_SIZE, ROOT_LEAD } from '#core/fairness/epoch.ts'
import { Bendy } from '../../../components/bendy.tsx'
import { FoldedCard } from '../../../components/folded-card.tsx'
import { ShieldIcon, shieldLooks } from '../../../components/shield-icon.tsx'
import { pagePath } from '../../../lib/page-path.ts'
import { FairChecks } from './fair-checks.tsx'
import { WorkedExample } from './worked-example.tsx'

/** /fairness: how anyone can know that a round was not steered. */
export function FairnessPage() {
  return (
    <article className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-6">
      <header className="flex items-center gap-5">
        <Bendy className="w-32 shrink-0 max-sm:hidden" />
        <div>
          <h1 className="text-display max-sm:text-title">Provably fair</h1>
          <p className="mt-2 sm:text-lead">
            Every round is decided by two seeds that neither side can pick once
            it knows the other. Your browser checks each one, unasked.
          </p>
        </div>
      </header>
      <FairChecks />
      <FoldedCard title="Each step, explained">
        {/* Three, then two: no hole in the last row. */}
        <ol className="grid gap-5 md:grid-cols-6">
          {steps.map(({ title, text }, at) => (
            <li
              key={title}
              className="rubber-card grid grid-cols-[auto_1fr] items-center gap-x-3.5 gap-y-1 p-5 md:col-span-2 md:content-start md:nth-[n+4]:col-span-3"
            >
              <span className="grid size-10 place-items-center rounded-full border-(length:--outline-width) border-outline bg-sky font-bold font-display text-lead text-on-toy shadow-[inset_0_2px_0_var(--color-shine),inset_0_-3px_0_var(--color-sky-edge)]">
                {at + 1}
              </span>
              <h3 className="text-lead">{title}</h3>
              <p className="col-span-full">{text}</p>
            </li>
          ))}
        </ol>
      </FoldedCard>
      <FoldedCard title="What the shield says">
        <Shields />
      </FoldedCard>
      <FoldedCard title="Try it: one coin flip">
        <WorkedExample />
      </FoldedCard>
      <FoldedCard title="Check it without us">
        <FinePrint />
      </FoldedCard>
    </article>
  )
}

const steps = [
  {
    title: 'The house commits',
    text: `It puts the server seeds of your next ${EPOCH_SIZE} rounds, which are secret numbers, into sealed envelopes and publishes the seal of all of them: one short number, the root. From then on it can’t swap a single one.`,
  },
  {
    title: 'Your browser pins',
    text: 'It keeps that seal, and only then makes a random client seed of its own. The house could not know it when it chose its seeds.',
  },
  {
    title: 'You bet',
    text: 'The round is drawn from the server seed, your client seed and your round number, the nonce, which is never used twice.',
  },
  {
    title: 'The seed is shown',
    text: 'When the round ends you get its server seed. Everything needed to repeat the round is then in your hands.',
  },
  {
    title: 'Your browser replays',
    text: 'It checks the seed against the root, draws the round again, and compares result and payout. The little shield says what it found.',
  },
]

const shields = [
  {
    look: 'proven',
    name: 'Proven fair',
    text: 'The seed was fixed before, your browser chose its own after that, and the replay gives exactly what you saw.',
  },
  {
    look: 'proven',
    name: 'Proven hit',
    text: 'The same of a round that won the jackpot. Only the size of the pot is the house’s word, as the jackpot card showed it before.',
  },
  {
    look: 'weaker',
    name: 'Weaker proof',
    text: 'The replay is right, but the client seed was made by the house or by another browser of yours: this browser can’t rule out that the house knew both.',
  },
  {
    look: 'weaker',
    name: 'House stepped in',
    text: 'The draws are proven, but the house cashed you out instead of your last step. That it could not cover that step is its word.',
  },
  {
    look: 'unseen',
    name: 'Not witnessed',
    text: 'The replay is right, but this browser had pinned no root before the round.',
  },
  {
    look: 'unseen',
    name: 'Not checked',
    text: 'This browser could not do the check, which says nothing about the round: its record can be checked at any time.',
  },
  {
    look: 'broken',
    name: 'Does not match',
    text: 'A promise was broken. You will not miss it: an alarm tells which, with a link to the record.',
  },
] as const

function Shields() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {shields.map(({ look, name, text }) => (
        <li key={name} className="flex gap-3">
          <ShieldIcon {...shieldLooks[look]} />
          <div>
            <h3>{name}</h3>
            <p className="text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function FinePrint() {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      <li>
        Every finished round has a public record at{' '}
        <code className="hex">/verify/</code> and its code. That page computes
        everything in your browser; what the server claims counts for nothing.
      </li>
      <li>
        <a href={pagePath('/verify.html')} download="verify.html">
          Keep verify.html
        </a>
        : one file that checks any record with the network off, from now on.
      </li>
      <li>
        <a href={pagePath('/audit')} className="text-link">
          The books are open
        </a>
        : what the house owes, and a digest of every day, in which your browser
        finds your own balance.
      </li>
      <li>
        The draws are the first four bytes, the next four, and so on, of
        HMAC-SHA256 keyed by the server seed's text over{' '}
        <code className="hex">clientSeed:nonce:block</code>. That is a scheme
        many verifiers know.
      </li>
      <li>
        A commitment is the SHA-256 of a server seed. An epoch's root is a
        SHA-256 Merkle root over {EPOCH_SIZE} leaves{' '}
        <code className="hex">player:epoch:nonce:commitment</code>, a leaf
        hashed with a zero byte before it, an inner node with a one.
      </li>
      <li>
        The next root comes {ROOT_LEAD} rounds early, and your browser answers
        it with a fresh seed. Rather have your own words in it? Change the
        client seed any time in your account, under Provably Fair.
      </li>
      <li>
        Where a win is no whole number of coins, another draw of the same round
        rounds it up as often as its fraction says. No coin is lost to rounding.
      </li>
    </ul>
  )
}
