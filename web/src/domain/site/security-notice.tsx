import { ShieldIcon } from '../../components/shield-icon.tsx'
import { useSiteLinks } from './site-links.ts'

/** Who alone speaks for the house, so that nobody else is believed. */
export function SecurityNotice() {
  const { admins = [], messenger } = useSiteLinks() ?? {}
  const [first, second] = admins
  return (
    <section aria-labelledby="security" className="rubber-card p-6">
      <h2 id="security" className="flex items-center gap-2 text-lead">
        <ShieldIcon mark="check" className="text-sky-text" />
        Security notice
      </h2>
      <p className="mt-2 text-soft">
        Our two official admins on {messenger?.name ?? 'Telegram'}:{' '}
        <Admin name={first} /> and <Admin name={second} />. Anyone else who
        claims to be one is lying.
      </p>
      <p className="mt-2 text-soft">
        Nobody of the house writes to you first, or asks for a password, a key
        or coins.
      </p>
    </section>
  )
}

/** @param name empty until it is announced; undefined until it is known. */
function Admin({ name }: { name: string | undefined }) {
  if (name === undefined) return <span>…</span>
  return name ? (
    <b className="text-text">{name}</b>
  ) : (
    <span className="coming-soon">Coming soon</span>
  )
}
