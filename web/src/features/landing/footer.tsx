import { buttonClass } from '../../components/button-class.ts'
import type { SiteFacts } from './site-facts.ts'

export function Footer({ facts }: { facts: SiteFacts }) {
  const { chatAdmins, socialLinks, builtOn } = facts
  return (
    <footer className="landing-footer">
      <section aria-labelledby="security" className="rubber-card flex-1 p-6">
        <h2 id="security" className="text-lead">
          Security notice
        </h2>
        <p className="mt-2 text-soft">
          <Admins names={chatAdmins} /> Nobody of the house writes to you first,
          or asks for a password, a key or coins.
        </p>
      </section>
      <section aria-labelledby="built-on" className="grid content-start gap-3">
        <h2 id="built-on" className="text-lead">
          Built on
        </h2>
        <ul className="flex flex-wrap gap-3">
          {builtOn.map(({ name, href }) => (
            <li key={name}>
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                className="built-on"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <p className="max-w-[40rem] text-small text-soft">
        Soon to be a Licensed and regulated blockchain gaming platform. Please
        play responsibly.
      </p>
      {socialLinks.length > 0 && (
        <ul aria-label="Social" className="flex gap-3">
          {socialLinks.map(({ label, href }) => (
            <li key={label}>
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('plain', 'small')}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  )
}

function Admins({ names }: { names: readonly string[] }) {
  if (names.length === 0) {
    return 'This house has no chat and no chat admins: whoever says to be one is not.'
  }
  return (
    <>
      Only <b className="text-text">{names.join(' and ')}</b>{' '}
      {names.length === 1
        ? 'is an official chat admin.'
        : 'are official chat admins.'}
    </>
  )
}
