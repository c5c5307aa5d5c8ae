import { buttonClass } from '../../components/button-class.ts'
import { chatAdmins, partners, socialLinks } from './site-facts.ts'

export function Footer() {
  const [first, second] = chatAdmins
  return (
    <footer className="landing-footer">
      <section aria-labelledby="security" className="rubber-card flex-1 p-6">
        <h2 id="security" className="text-lead">
          Security notice
        </h2>
        <p className="mt-2 text-soft">
          Only <b className="text-text">{first}</b> and{' '}
          <b className="text-text">{second}</b> are official chat admins. They
          never write to you first, and never ask for a password, a key or
          coins.
        </p>
      </section>
      <div className="grid content-start gap-3">
        <h2 className="text-lead">Partners</h2>
        <ul aria-label="Partners" className="flex flex-wrap gap-3">
          {partners.map((partner) => (
            <li key={partner} className="partner">
              {partner}
            </li>
          ))}
        </ul>
      </div>
      <p className="max-w-[40rem] text-small text-soft">
        Soon to be a Licensed and regulated blockchain gaming platform. Please
        play responsibly.
      </p>
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
    </footer>
  )
}
