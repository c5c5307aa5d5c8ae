import { SecurityNotice } from '../../domain/site/security-notice.tsx'
import { SiteLinkButton } from '../../domain/site/site-link-button.tsx'
import type { SiteLink, SiteLinks } from '../../domain/site/site-links.ts'
import { PartnerMark } from './partner-mark.tsx'

export function Footer({ links }: { links: SiteLinks }) {
  const { microblog, messenger, partners, builtOn } = links
  return (
    <footer className="landing-footer">
      <SecurityNotice links={links} />
      <section aria-labelledby="social" className="grid content-start gap-3">
        <h2 id="social" className="text-lead">
          Follow the bounce
        </h2>
        <ul className="flex flex-wrap gap-3">
          {[microblog, messenger].map((link) => (
            <li key={link.name}>
              <SiteLinkButton link={link} />
            </li>
          ))}
        </ul>
      </section>
      <div className="landing-partners">
        <LogoRow title="Partners" links={partners} />
        <LogoRow title="Built on" links={builtOn} />
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
