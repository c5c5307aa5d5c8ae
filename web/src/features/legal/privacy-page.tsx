import { Bendy } from '../../components/bendy.tsx'
import { type Chapter, Chapters } from '../../components/chapters.tsx'
import { InfoPage } from '../../components/info-page.tsx'

const chapters: readonly Chapter[] = [
  {
    title: 'What we keep',
    points: [
      'Your username, and a hash of your password that can not be turned back.',
      'Your bets, balances and deposits, for good: the ledger is what proves that nothing was changed.',
      'The address of a wallet that you link, generate or submit.',
    ],
  },
  {
    title: 'What we see',
    points: [
      'Your network address, to stop floods and guessed passwords. It is kept with logins for 90 days at most.',
      'On referral links, a salted hash of it that is deleted after a day.',
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
      'Take along all that is stored of you, as a file, from your account.',
      'Close your account: its name and ways in are deleted, and what stays in the ledger is nobody’s.',
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
      'Whatever happens on a blockchain, for everybody and for good.',
    ],
  },
  {
    title: 'Third parties',
    points: [
      'Swap, chart and Gumby Zone use third-party services, which see your network address. No other page does.',
      'Sign-in by phone wallets goes over a third-party relay, where the house offers it.',
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
      lead="We know little of you, and mean to keep it that way."
    >
      <Chapters chapters={chapters} />
    </InfoPage>
  )
}
