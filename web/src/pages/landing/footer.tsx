import type { SiteLink } from '#core/api/site.ts'
import { Section } from '../../components/section.tsx'
import { SecurityNotice } from '../../components/site/security-notice.tsx'
import { SiteLinkButton } from '../../components/site/site-link-button.tsx'
import { useSiteLinks } from '../../components/site/site-links.ts'

/** Open-source projects that the site is built on; no endorsement is implied. */
const BUILT_ON = [
  { name: 'Hardhat', href: 'https://hardhat.org' },
  { name: 'Ponder', href: 'https://ponder.sh' },
  { name: 'PostgreSQL', href: 'https://www.postgresql.org' },
  { name: 'React', href: 'https://react.dev' },
]

export function Footer() {
  const links = useSiteLinks()
  return (
    <footer className="mx-auto mt-4 grid max-w-[84rem] gap-8 min-[60rem]:grid-cols-[1.4fr_1fr]">
      <SecurityNotice />
      <Section title="Follow the bounce" className="grid content-start gap-3">
        <ul className="flex flex-wrap gap-3">
          {links &&
            [links.microblog, links.messenger].map((link) => (
              <li key={link.name}>
                <SiteLinkButton link={link} />
              </li>
            ))}
        </ul>
      </Section>
      <div className="grid gap-8 min-[60rem]:col-span-full min-[60rem]:grid-cols-[auto_1fr]">
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

type LogoRowProps = {
  title: string
  links: readonly SiteLink[]
}

function LogoRow({ title, links }: LogoRowProps) {
  return (
    <Section title={title} className="grid content-start gap-3">
      <ul className="flex flex-wrap gap-3">
        {links.map(({ name, href }) => (
          <li key={name}>
            <Logo name={name} href={href} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const COLOURS = ['sun', 'sky', 'bubblegum', 'lime', 'tangerine']

/** A block with the first letter, since logos need their owners' permission. */
function PartnerMark({ name }: { name: string }) {
  const colour = COLOURS[name.length % COLOURS.length]
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8">
      <rect
        x="3"
        y="3"
        width="26"
        height="26"
        rx="9"
        fill={`var(--color-${colour})`}
        stroke="var(--color-outline)"
        strokeWidth="3"
      />
      <text
        x="16"
        y="22"
        textAnchor="middle"
        fontSize="16"
        fontWeight="700"
        fill="var(--color-on-toy)"
      >
        {name.slice(0, 1)}
      </text>
    </svg>
  )
}

/** Links to a partner; without an address it is announced as coming. */
function Logo({ name, href }: SiteLink) {
  const Tag = href ? 'a' : 'span'
  return (
    <Tag
      {...(href && { href, target: '_blank', rel: 'noreferrer' })}
      className="inline-flex min-h-12 items-center gap-2.5 rounded-toy border-3 border-soft border-dashed ps-2 pe-4 font-display font-semibold text-soft [a&]:hover:text-text"
    >
      <PartnerMark name={name} />
      {href ? name : `${name} · Coming soon`}
    </Tag>
  )
}
