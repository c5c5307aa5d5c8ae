import { Link } from 'react-router-dom'
import {
  type Chapter,
  Chapters,
  Facts,
  InfoPage,
} from '../../../components/info-page.tsx'
import { pagePath } from '../../../lib/page-path.ts'
import { PaperArt } from '../art/paper-art.tsx'

const facts = [
  { name: 'Total supply', value: '100,000,000' },
  { name: 'Buy tax', value: '5%' },
  { name: 'Sell tax', value: '5%' },
]

const chapters: readonly Chapter[] = [
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
    points: ['3% liquidity', '2% marketing', 'The same on buys and on sells'],
  },
]

/** /gumbywhitepaper: a plan that the token has grown out of. */
export function GumbyWhitepaperPage() {
  return (
    <InfoPage
      title="Gumby Whitepaper"
      colour="bg-sky"
      art={<PaperArt />}
      lead="The first plan for Gumby, kept as it was written."
    >
      <p className="note-sticker">
        <b>This is an earlier plan.</b>
        <span>
          Its figures no longer hold. The current ones are on the{' '}
          <Link to={pagePath('/tokenomics')}>tokenomics page</Link>, and the
          launch on Solana is on{' '}
          <Link to={pagePath('/GumbyonSOL')}>Gumby on SOL</Link>.
        </span>
      </p>
      <Facts facts={facts} />
      <Chapters chapters={chapters} />
    </InfoPage>
  )
}
