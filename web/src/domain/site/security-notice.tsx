import { ShieldIcon } from '../../components/shield-icon.tsx'
import type { SiteLinks } from './site-links.ts'

/** Who alone speaks for the house, so that nobody else is believed. */
export function SecurityNotice({
  links: { admins, messenger },
}: {
  links: Pick<SiteLinks, 'admins' | 'messenger'>
}) {
  return (
    <section aria-labelledby="security" className="rubber-card p-6">
      <h2 id="security" className="flex items-center gap-2 text-lead">
        <ShieldIcon mark="check" className="text-sky-text" />
        Security notice
      </h2>
      <p className="mt-2 text-soft">
        Our two official admins on {messenger.name}: <Admin name={admins[0]} />{' '}
        and <Admin name={admins[1]} />. Anyone else who claims to be one is
        lying.
      </p>
      <p className="mt-2 text-soft">
        Nobody of the house writes to you first, or asks for a password, a key
        or coins.
      </p>
    </section>
  )
}

function Admin({ name }: { name: string }) {
  return name ? (
    <b className="text-text">{name}</b>
  ) : (
    <span className="coming-soon">Coming soon</span>
  )
}
