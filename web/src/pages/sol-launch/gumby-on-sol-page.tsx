import { Facts, InfoPage } from '../../components/info-page.tsx'
import { SiteLinkButton } from '../../components/site/site-link-button.tsx'
import { useSiteLinks } from '../../components/site/site-links.ts'
import { ReferralCard } from './referral-card.tsx'
import { Roadmap } from './roadmap.tsx'
import { RocketBand } from './rocket-band.tsx'

const facts = [
  { name: 'Total supply', value: '1,000,000,000' },
  { name: 'Team', value: '0%' },
  { name: 'Buy tax', value: '0%' },
  { name: 'Sell tax', value: '0%' },
]

/** /GumbyonSOL: the token starts again, on Solana. */
export function GumbyOnSolPage() {
  const links = useSiteLinks()
  return (
    <InfoPage
      title="Gumby on SOL"
      colour="bg-bubblegum"
      art={<RocketBand />}
      lead={
        <>
          <p>Gumby is relaunching on Solana, stretched back and loaded.</p>
          <p className="mt-2 mb-4">
            Launch: <b>March 1st</b>, on a launchpad.
          </p>
          <SiteLinkButton link={links?.messenger} variant="go" size="large">
            Buy
          </SiteLinkButton>
        </>
      }
    >
      <section aria-labelledby="tokenomics" className="grid gap-4">
        <h2 id="tokenomics" className="text-title">
          Tokenomics
        </h2>
        <Facts facts={facts} />
      </section>
      <Roadmap />
      <ReferralCard />
    </InfoPage>
  )
}
