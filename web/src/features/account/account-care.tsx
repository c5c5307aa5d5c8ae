import type { User } from '#core/schemas/user.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { CloseAccount } from './close-account.tsx'
import { PasswordChangeForm } from './password-change-form.tsx'
import { useSignOutEverywhere } from './use-account-care.ts'

/** The drawer's 'Account' tab: password, sessions, data, and the way out. */
export function AccountCare({ user }: { user: User }) {
  const hasPassword = !user.wallet?.isOnlyWayIn
  const leaving = useSignOutEverywhere()
  return (
    <div className="grid gap-6">
      {hasPassword && <PasswordChangeForm user={user} />}
      <section aria-labelledby="sign-outs" className="grid gap-3">
        <h3 id="sign-outs" className="text-lead">
          Other browsers
        </h3>
        <p>Signs you out of every browser, this one too.</p>
        {leaving.error && (
          <p role="alert" className="font-bold text-bubblegum-text">
            {errorMessage(leaving.error)}
          </p>
        )}
        <Button
          className="justify-self-start"
          pending={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          Sign out everywhere
        </Button>
      </section>
      <section aria-labelledby="own-data" className="grid gap-3">
        <h3 id="own-data" className="text-lead">
          Your data
        </h3>
        <p>All that is stored of you, as one JSON file.</p>
        <a
          href="/api/user/data"
          download
          className={`${buttonClass('plain')} justify-self-start`}
        >
          Save my data
        </a>
      </section>
      <CloseAccount hasPassword={hasPassword} />
    </div>
  )
}
