import type { SiteLinks } from '#core/api/site.ts'
import { ShieldIcon } from '../shield-icon.tsx'
import { useSiteLinks } from './site-links.ts'

/** Names the two official admins. */
export function SecurityNotice() {
  const links = useSiteLinks()
  return (
    <section aria-labelledby="security" className="rubber-card p-6">
      <h2 id="security" className="flex items-center gap-2 text-lead">
        <ShieldIcon mark="check" className="text-sky-text" />
        Security notice
      </h2>
      {links && (
        <p className="mt-2 text-soft">
          <Admins {...links} />
        </p>
      )}
      <p className="mt-2 text-soft">
        We never message you first, and never ask for your password, keys or
        coins.
      </p>
    </section>
  )
}

function Admins({ admins, messenger }: SiteLinks) {
  const [first, second] = admins
  if (!(first || second)) {
    return 'We haven’t named any admins yet. Anyone who claims to be one is lying.'
  }
  return (
    <>
      Our two official admins on {messenger.name}: <Admin name={first} /> and{' '}
      <Admin name={second} />. Anyone else who claims to be one is lying.
    </>
  )
}

/** @param name empty until it is announced. */
function Admin({ name }: { name: string }) {
  return name ? (
    <b className="text-text">{name}</b>
  ) : (
    <span className="coming-soon">Coming soon</span>
  )
}
