import { Link } from 'react-router-dom'
import { BarChart } from '../../components/bar-chart.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Facts, InfoPage } from '../../components/info-page.tsx'
import { Picture } from '../../components/picture.tsx'
import { Section } from '../../components/section.tsx'
import { pagePath } from '../../lib/page-path.ts'
import cake from '../art/cake.svg?raw'

const facts = {
  Name: 'Gumby',
  Symbol: 'GUMBY',
  'Total supply': '1,000,000,000',
  Network: 'Polygon',
  Type: 'ERC-20',
}

const uses = [
  { title: 'Governance and voting', text: 'Holders decide where it bounces.' },
  { title: 'Reduced fees for holders', text: 'Holders pay less.' },
  { title: 'Exclusive games', text: 'Some doors only open for holders.' },
  {
    title: 'Staking and yield farming',
    text: 'Let your tokens rest and earn.',
  },
  { title: 'NFT marketplace', text: 'Collect and trade the rubber family.' },
]

/** /tokenomics: the token on Polygon and its distribution. */
export function TokenomicsPage() {
  return (
    <InfoPage
      title="Tokenomics"
      colour="bg-bubblegum"
      art={<Picture svg={cake} />}
      lead="One billion tokens, cut into four slices. The team keeps none."
    >
      <Facts facts={facts} />
      <Distribution />
      <Section title="Utility" size="text-title" className="grid gap-4">
        <ul className="info-cards">
          {uses.map(({ title, text }) => (
            <li key={title} className="rubber-card grid gap-1 p-5">
              <h3 className="text-lead">{title}</h3>
              <p className="text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Zero team tokens" className="note-sticker">
        <p>Not one token is set aside for the team.</p>
      </Section>
      <Link
        to={pagePath('/whitepaper')}
        className={`${buttonClass('action')} justify-self-start`}
      >
        Read the whitepaper
      </Link>
    </InfoPage>
  )
}

const distribution = [
  { label: 'Presale', percent: 45, colour: 'tangerine', terms: '–' },
  { label: 'Liquidity', percent: 35, colour: 'sky', terms: 'Locked 12 months' },
  { label: 'Development', percent: 15, colour: 'lime', terms: '–' },
  { label: 'Marketing', percent: 5, colour: 'bubblegum', terms: '–' },
] as const

/** Shows the distribution as bars and as an accessible table. */
export function Distribution() {
  return (
    <Section
      title="Distribution"
      size="text-title"
      className="rubber-card grid gap-4 p-6"
    >
      <BarChart bars={distribution} />
      <table className="w-full text-left">
        <caption className="sr-only">Distribution of all tokens</caption>
        <thead className="text-small text-soft">
          <tr>
            <th scope="col">For</th>
            <th scope="col">Share</th>
            <th scope="col">Terms</th>
          </tr>
        </thead>
        <tbody>
          {distribution.map(({ label, percent, terms }) => (
            <tr key={label} className="border-t-2 border-raised">
              <th scope="row" className="py-2 font-semibold">
                {label}
              </th>
              <td>{percent}%</td>
              <td className="text-soft">{terms}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
