import { Bendy } from '../../components/bendy.tsx'
import {
  type Chapter,
  Chapters,
  InfoPage,
} from '../../components/info-page.tsx'

const chapters: readonly Chapter[] = [
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
]

/** /privacy: what is known of whom, and for how long. */
export function PrivacyPage() {
  return (
    <InfoPage
      title="Privacy"
      colour="bg-sky"
      art={<Bendy className="mx-auto w-36" />}
      lead="We know little about you, and want to keep it that way."
    >
      <Chapters chapters={chapters} />
    </InfoPage>
  )
}
