import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Bendy } from '../components/bendy.tsx'
import { buttonClass } from '../components/button-class.ts'
import {
  type Chapter,
  Chapters,
  Facts,
  InfoPage,
} from '../components/info-page.tsx'
import { pagePath } from '../lib/page-path.ts'
import { PaperArt } from './tokens/art/art.tsx'
import { GumbyFigure } from './tokens/art/gumby-figure.tsx'

interface Text {
  title: string
  colour: string
  lead: string
  art: ReactNode
  note?: ReactNode
  facts?: readonly { name: string; value: string }[]
  chapters: readonly Chapter[]
  link?: { to: string; label: string; variant: 'plain' | 'action' }
}

function TextPage({ note, facts, chapters, link, ...head }: Text) {
  return (
    <InfoPage {...head}>
      {note}
      {facts && <Facts facts={facts} />}
      <Chapters chapters={chapters} />
      {link && (
        <Link
          to={link.to}
          className={`${buttonClass(link.variant)} justify-self-start`}
        >
          {link.label}
        </Link>
      )}
    </InfoPage>
  )
}

/** /whitepaper: the plan for the token on Polygon. */
export const WhitepaperPage = () => (
  <TextPage
    title="Whitepaper"
    colour="bg-tangerine"
    art={<GumbyFigure />}
    lead="What Gumby is for, how far it has come, and what happens if things go another way."
    link={{
      to: pagePath('/tokenomics'),
      label: 'See the tokenomics',
      variant: 'plain',
    }}
    chapters={[
      {
        title: 'Executive summary',
        points: [
          'Gumby is a token for a casino whose every round can be checked by anyone.',
          'One billion tokens on Polygon, none of them for the team.',
          'Today the casino is play money only: coins have no cash value.',
        ],
      },
      {
        title: 'Development status',
        points: [
          'The games of the casino and the horse races are running.',
          'Each round is replayed in your own browser as it ends.',
          'Deposits take test tokens, on a test chain.',
        ],
      },
      {
        title: 'Goals',
        points: [
          'Games that are fun before they are anything else.',
          'Proof in place of trust, for every draw.',
          'A say for holders in what is built next.',
        ],
      },
      {
        title: 'Licensing strategy',
        points: [
          'No real money before there is a licence for it.',
          'Apply where rules for blockchain games are clear, with limits and age checks built in.',
          'Until then: test tokens, play coins and 18+.',
        ],
      },
      {
        title: 'Contingency plans',
        points: [
          'If a licence takes longer, development continues on play money.',
          'If Polygon does not suit, the token launches on another chain.',
        ],
      },
      {
        title: 'Future development',
        points: [
          'Governance, staking and games for holders.',
          'A marketplace for the rubber family.',
          'More games, each with its rules and its proof in the open.',
        ],
      },
    ]}
  />
)

/** /pokeywhitepaper; the app passes the horse of the races. */
export const PokeyWhitepaper = ({ art }: { art: ReactNode }) => (
  <TextPage
    title="Pokey Whitepaper"
    colour="bg-sun"
    art={art}
    lead="The plan for the inflatable racer, in three short stretches."
    link={{ to: pagePath('/pokey'), label: 'To the race', variant: 'action' }}
    facts={[
      { name: 'Status', value: 'Not launched' },
      { name: 'Coming to', value: 'Solana' },
    ]}
    chapters={[
      {
        title: 'Launch status',
        points: [
          'Pokey has not launched: nobody can sell you one yet.',
          'It is coming to Solana, on a launchpad.',
        ],
      },
      {
        title: 'Utility',
        points: [
          'The token of the horse race and its inflatable star.',
          'Test tokens of the same name already buy play coins here.',
        ],
      },
      {
        title: 'Integration',
        points: [
          'Horse 1 of every race runs for Pokey.',
          'One family with Gumby: one casino, one account, one set of proofs.',
        ],
      },
    ]}
  />
)

/** /gumbywhitepaper: an earlier plan for the token. */
export const GumbyWhitepaperPage = () => (
  <TextPage
    title="Gumby Whitepaper"
    colour="bg-sky"
    art={<PaperArt />}
    lead="The first plan for Gumby, kept as it was written."
    note={
      <p className="note-sticker">
        <b>This is an earlier plan.</b>
        <span>
          Its figures no longer hold. The current ones are on the{' '}
          <Link to={pagePath('/tokenomics')}>tokenomics page</Link>, and the
          launch on Solana is on{' '}
          <Link to={pagePath('/GumbyonSOL')}>Gumby on SOL</Link>.
        </span>
      </p>
    }
    facts={[
      { name: 'Total supply', value: '100,000,000' },
      { name: 'Buy tax', value: '5%' },
      { name: 'Sell tax', value: '5%' },
    ]}
    chapters={[
      {
        title: 'Where the tokens go',
        points: [
          '80% liquidity',
          '10% team, locked 6 months',
          '10% marketing and development, locked 3 months',
        ],
      },
      {
        title: 'Where the tax goes',
        points: [
          '3% liquidity',
          '2% marketing',
          'The same on buys and on sells',
        ],
      },
    ]}
  />
)

/** /terms */
export const TermsPage = () => (
  <TextPage
    title="Terms"
    colour="bg-sun"
    art={<Bendy className="mx-auto w-36" />}
    lead="Short rules for a play-money casino, for adults."
    chapters={[
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
    ]}
  />
)

/** /privacy */
export const PrivacyPage = () => (
  <TextPage
    title="Privacy"
    colour="bg-sky"
    art={<Bendy className="mx-auto w-36" />}
    lead="We know little about you, and want to keep it that way."
    chapters={[
      {
        title: 'What we keep',
        points: [
          'Your username, and a hash of your password that nobody can turn back into it.',
          'Your bets, balances and deposits, for good: the ledger proves that nothing was changed.',
          'The address of a wallet that you link, generate or submit.',
        ],
      },
      {
        title: 'What we see',
        points: [
          'Your IP address, to stop floods and password guessing. We keep it with logins for at most 90 days.',
          'For referral links, a salted hash of it, deleted after a day.',
        ],
      },
      {
        title: 'What we do not do',
        points: [
          'No ads, no trackers, no third-party analytics.',
          'Nothing about you is sold or given away.',
        ],
      },
      {
        title: 'What you can do',
        points: [
          'Download everything we store about you, under Account.',
          'Close your account: your name and sign-in methods are deleted, and what stays in the ledger has no name.',
        ],
      },
      {
        title: 'In your browser',
        points: [
          'Two cookies while you are signed in: your session, and a note that there is one.',
          'Your settings, and what your browser needs to prove your rounds.',
        ],
      },
      {
        title: 'In public',
        points: [
          'The record of a round, for those who have its link, without your name.',
          'Your bets with your name in the casino’s live feed, or without it if you hide it under Account.',
          'Your name and results on the week’s leaderboard, only if you ask for it.',
          'Everything on a blockchain, for everyone and for good.',
        ],
      },
      {
        title: 'Third parties',
        points: [
          'Swap, chart and Gumby Zone use third-party services, which see your IP address. No other page does.',
          'Signing in with a phone wallet goes through a third-party relay, where we offer it.',
        ],
      },
    ]}
  />
)
