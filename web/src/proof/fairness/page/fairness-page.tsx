import { EPOCH_SIZE, ROOT_LEAD } from '#core/fairness/epoch.ts'
import { Bendy } from '../../../components/bendy.tsx'
import { FoldedCard } from '../../../components/folded-card.tsx'
import { ShieldIcon, shieldLooks } from '../../../components/shield-icon.tsx'
import { pagePath } from '../../../lib/page-path.ts'
import { FairChecks } from './fair-checks.tsx'
import { WorkedExample } from './worked-example.tsx'

/** /fairness: how anyone can verify that a round was not rigged. */
export function FairnessPage() {
  return (
    <article className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-6">
      <header className="flex items-center gap-5">
        <Bendy className="w-32 shrink-0 max-sm:hidden" />
        <div>
          <h1 className="text-display max-sm:text-title">Provably fair</h1>
          <p className="mt-2 sm:text-lead">
            Two seeds decide every round, and neither side can pick its own once
            it knows the other. Your browser checks every round automatically.
          </p>
        </div>
      </header>
      <FairChecks />
      <FoldedCard title="Each step, explained">
        {/* Three cards in the first row, two wider ones in the second. */}
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
    text: `It puts the server seeds of your next ${EPOCH_SIZE} rounds, which are secret numbers, into sealed envelopes and publishes one seal for all of them: a short number called the root. From then on, it can’t swap a single one.`,
  },
  {
    title: 'Your browser pins',
    text: 'It saves that seal, and only then makes a random client seed of its own. The house couldn’t have known it when it chose its seeds.',
  },
  {
    title: 'You bet',
    text: 'The round is drawn from the server seed, your client seed and your round number (the nonce), which is never used twice.',
  },
  {
    title: 'The seed is shown',
    text: 'When the round ends, you get its server seed, and with it everything you need to replay the round.',
  },
  {
    title: 'Your browser replays',
    text: 'It checks the seed against the root, draws the round again, and compares the result and payout. The little shield shows what it found.',
  },
]

const shields = [
  {
    look: 'proven',
    name: 'Proven fair',
    text: 'The house fixed its seed first, your browser chose its own after that, and the replay gives exactly what you saw.',
  },
  {
    look: 'proven',
    name: 'Proven hit',
    text: 'The same, for a round that hit the jackpot. Seeds can’t prove the size of the pot: for that, you only have the house’s word, as shown on the jackpot card beforehand.',
  },
  {
    look: 'weaker',
    name: 'Weaker proof',
    text: 'The replay matches, but the client seed was made by the house or by another browser of yours, so this browser can’t rule out that the house knew both seeds.',
  },
  {
    look: 'weaker',
    name: 'House stepped in',
    text: 'The draws are proven, but the house cashed you out instead of taking your last step. You only have its word that it couldn’t cover that step.',
  },
  {
    look: 'unseen',
    name: 'Replay only',
    text: 'The replay matches, but this browser hadn’t pinned a root before the round.',
  },
  {
    look: 'unseen',
    name: 'Not checked',
    text: 'This browser couldn’t run the check. That says nothing about the round, and you can check its record at any time.',
  },
  {
    look: 'broken',
    name: 'Does not match',
    text: 'A promise was broken. You won’t miss it: an alarm says which one, with a link to the record.',
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
        <code className="hex">/verify/</code> followed by its code. That page
        computes everything in your browser and doesn’t rely on what the server
        claims.
      </li>
      <li>
        <a href={pagePath('/verify.html')} download="verify.html">
          Save verify.html
        </a>
        : a single file that checks any record, even offline.
      </li>
      <li>
        <a href={pagePath('/audit')} className="text-link">
          The books are open
        </a>
        : what the house owes, and a digest for every day, where your browser
        finds your own balance.
      </li>
      <li>
        The draws are the first four bytes, the next four, and so on, of
        HMAC-SHA256, keyed by the server seed's text, over{' '}
        <code className="hex">clientSeed:nonce:block</code>. Many verifiers
        support this scheme.
      </li>
      <li>
        A commitment is the SHA-256 of a server seed. An epoch's root is a
        SHA-256 Merkle root over {EPOCH_SIZE} leaves{' '}
        <code className="hex">player:epoch:nonce:commitment</code>. Each leaf is
        hashed with a zero byte in front, each inner node with a one.
      </li>
      <li>
        The next root comes {ROOT_LEAD} rounds early, and your browser answers
        it with a fresh seed. Prefer your own words? Change the client seed any
        time in your account, under Provably Fair.
      </li>
      <li>
        If a win isn’t a whole number of coins, another draw of the same round
        rounds it up with a probability equal to the fraction. On average,
        nothing is lost to rounding.
      </li>
    </ul>
  )
}
