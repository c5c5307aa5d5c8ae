import { OutsideLink } from './outside-link.tsx'

type FaucetLinksProps = {
  links: readonly { label: string; url: string }[]
}

/** Links to public faucets of test coins. */
export function FaucetLinks({ links }: FaucetLinksProps) {
  return (
    <section className="grid gap-2">
      <h3 className="text-lead">Free test coins</h3>
      <ul className="grid gap-1 text-small">
        {links.map(({ label, url }) => (
          <li key={url}>
            <OutsideLink href={url}>{label}</OutsideLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
