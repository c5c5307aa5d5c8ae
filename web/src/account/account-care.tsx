import type { User } from '#core/api/account.ts'
import { buttonClass } from '../components/button-class.ts'
import { CloseAccount } from './close-account.tsx'
import { PasswordChangeForm } from './password-change-form.tsx'
import { SecurityList } from './security-list.tsx'
import { SignOuts } from './sign-outs.tsx'

/** The drawer's 'Account' tab: password, sessions, data, and the way out. */
export function AccountCare({ user }: { user: User }) {
  const hasPassword = !user.wallet?.isOnlyWayIn
  return (
    <div className="grid gap-6">
      {hasPassword && <PasswordChangeForm user={user} />}
      <SignOuts user={user} />
      <SecurityList player={user.id} />
      <section aria-labelledby="own-data" className="grid gap-3">
        <h3 id="own-data" className="text-lead">
          Your data
        </h3>
        <p>Everything we store about you, as one JSON file.</p>
        <a
          href="/api/user/data"
          download
          className={`${buttonClass('plain')} justify-self-start`}
        >
          Save my data
        </a>
      </section>
      <CloseAccount user={user} />
    </div>
  )
}
