import type { SiteLink } from '#core/api/site.ts'
import { SecurityNotice } from '../../components/site/security-notice.tsx'
import { SiteLinkButton } from '../../components/site/site-link-button.tsx'
import { useSiteLinks } from '../../components/site/site-links.ts'
import { PartnerMark } from './partner-mark.tsx'

/** Open projects that the site is built on. They endorse nothing. */
const BUILT_ON = [
  { name: 'Hardhat', href: 'https://hardhat.org' },
  { name: 'Ponder', href: 'https://ponder.sh' },
  { name: 'PostgreSQL', href: 'https://www.postgresql.org' },
  { name: 'React', href: 'https://react.dev' },
]

export function Footer() {
  const links = useSiteLinks()
  return (
    <footer className="landing-footer">
      <SecurityNotice />
      <section aria-labelledby="social" className="grid content-start gap-3">
        <h2 id="social" className="text-lead">
          Follow the bounce
        </h2>
        <ul className="flex flex-wrap gap-3">
          {links &&
            [links.microblog, links.messenger].map((link) => (
              <li key={link.name}>
                <SiteLinkButton link={link} />
              </li>
            ))}
        </ul>
      </section>
      <div className="landing-partners">
        <LogoRow title="Partners" links={links?.partners ?? []} />
        <LogoRow title="Built on" links={BUILT_ON} />
      </div>
      <p className="max-w-[44rem] text-small text-soft">
        Soon to be a Licensed and regulated blockchain gaming platform. Please
        play responsibly.
      </p>
    </footer>
  )
}

interface LogoRowProps {
  title: string
  links: readonly SiteLink[]
}

function LogoRow({ title, links }: LogoRowProps) {
  const id = title.toLowerCase().replace(' ', '-')
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h2 id={id} className="text-lead">
        {title}
      </h2>
      <ul className="flex flex-wrap gap-3">
        {links.map(({ name, href }) => (
          <li key={name}>
            {href ? (
              <a href={href} target="_blank" rel="noreferrer" className="logo">
                <PartnerMark name={name} />
                {name}
              </a>
            ) : (
              <span className="logo">
                <PartnerMark name={name} />
                {name} · Coming soon
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
