import { Link } from 'react-router-dom'
import { buttonClass } from '../../../components/button-class.ts'
import {
  type Chapter,
  Chapters,
  InfoPage,
} from '../../../components/info-page.tsx'
import { pagePath } from '../../../lib/page-path.ts'
import { GumbyFigure } from '../art/gumby-figure.tsx'

const chapters: readonly Chapter[] = [
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
]

/** /whitepaper: the plan for the token on Polygon. */
export function WhitepaperPage() {
  return (
    <InfoPage
      title="Whitepaper"
      colour="bg-tangerine"
      art={<GumbyFigure />}
      lead="What Gumby is for, how far it has come, and what happens if things go another way."
    >
      <Chapters chapters={chapters} />
      <Link
        to={pagePath('/tokenomics')}
        className={`${buttonClass('plain')} justify-self-start`}
      >
        See the tokenomics
      </Link>
    </InfoPage>
  )
}
