import { Chapters, Facts, InfoPage } from '../../components/info-page.tsx'
import { Picture } from '../../components/picture.tsx'
import { Section } from '../../components/section.tsx'
import { SiteLinkButton } from '../../components/site/site-link-button.tsx'
import { useSiteLinks } from '../../components/site/site-links.ts'
import rocket from '../art/rocket.svg?raw'
import { parsedText } from '../parsed-text.ts'
import text from '../texts/gumby-on-sol.md?raw'
import { ReferralCard } from './referral-card.tsx'

const { title, lead, facts, chapters } = parsedText(text)

/** /GumbyonSOL: the token starts again, on Solana. */
export function GumbyOnSolPage() {
  const links = useSiteLinks()
  return (
    <InfoPage
      title={title}
      colour="bg-bubblegum"
      art={<Picture svg={rocket} />}
      lead={
        <>
          <p>{lead}</p>
          <p className="mt-2 mb-4">
            Launch: <b>March 1st</b>, on a launchpad.
          </p>
          <SiteLinkButton link={links?.messenger} variant="go" size="large">
            Buy
          </SiteLinkButton>
        </>
      }
    >
      <Section title="Tokenomics" size="text-title" className="grid gap-4">
        <Facts facts={facts} />
      </Section>
      <Section title="Roadmap" size="text-title" className="grid gap-4">
        <Chapters chapters={chapters} level="h3" />
      </Section>
      <ReferralCard />
    </InfoPage>
  )
}
