import { Bendy } from '../../components/bendy.tsx'
import {
  type Chapter,
  Chapters,
  InfoPage,
} from '../../components/info-page.tsx'

const chapters: readonly Chapter[] = [
  {
    title: '18+ only',
    points: [
      'This site is for adults: 18 or older, more where your law says so.',
      'If you are younger, you may not play, not even for play money.',
    ],
  },
  {
    title: 'Play money only',
    points: [
      'Coins have no cash value. You can’t buy them from us, sell them or cash them out.',
      'Deposits take test tokens, which are worth nothing.',
      'Out of coins? A reset gives you 1,000 again.',
    ],
  },
  {
    title: 'Fair on both sides',
    points: [
      'Each round is drawn from seeds that you can check.',
      'A drawn result stands. The house pays what it owes.',
      'A bug is not a jackpot: we correct wrong bookings, in the open.',
    ],
  },
  {
    title: 'Play responsibly',
    points: [
      'It is a game. When it stops being fun, stop.',
      'Take breaks, and never chase a loss.',
      'If play worries you, talk to someone: gambling helplines take play money seriously, too.',
    ],
  },
  {
    title: 'Third-party services',
    points: [
      'Swap, chart and price come from third-party services with rules of their own.',
      'What you trade there is real money, and not with us.',
    ],
  },
  {
    title: 'Tokens and plans',
    points: [
      'Launch dates are plans, not promises.',
      'Nothing here is advice to buy anything.',
    ],
  },
]

/** /terms: whom the site is for, and what coins are. */
export function TermsPage() {
  return (
    <InfoPage
      title="Terms"
      colour="bg-sun"
      art={<Bendy className="mx-auto w-36" />}
      lead="Short rules for a play-money casino, for adults."
    >
      <Chapters chapters={chapters} />
    </InfoPage>
  )
}
