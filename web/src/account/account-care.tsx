import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { User } from '#core/api/account.ts'
import { logOutEverywhere } from '#core/api/sessions.ts'
import { closeAccount, type OwnerProof } from '#core/api/sign-in-methods.ts'
import { Button } from '../components/button.tsx'
import { buttonClass } from '../components/button-class.ts'
import { ErrorText } from '../components/error-text.tsx'
import { Section } from '../components/section.tsx'
import { call } from '../lib/call.ts'
import { errorMessage } from '../lib/error-message.ts'
import { formatRowTime, shortHex } from '../lib/format.ts'
import { useEndSession } from '../session/auth.tsx'
import { ConfirmDialog } from '../session/confirm-dialog.tsx'
import {
  noticeText,
  securityQuery,
  useUnlinkWallet,
} from '../session/security-notices.ts'
import { PasswordChangeForm } from './auth/password-forms.tsx'

/** The drawer's 'Account' tab: password, sessions, data, and closing. */
export function AccountCare({ user }: { user: User }) {
  return (
    <div className="grid gap-6">
      {!user.wallet?.isOnlyWayIn && <PasswordChangeForm user={user} />}
      <SignOuts user={user} />
      <SecurityList player={user.id} />
      <Part title="Your data">
        <p>Everything we store about you, as one JSON file.</p>
        <a
          href="/api/user/data"
          download
          className={`${buttonClass('plain')} justify-self-start`}
        >
          Download my data
        </a>
      </Part>
      <CloseAccount user={user} />
    </div>
  )
}

function Part(
  props: Pick<ComponentProps<typeof Section>, 'title' | 'children'>,
) {
  return <Section level="h3" className="grid gap-3" {...props} />
}

/** Signs out of every browser, and offers to unlink the wallet first. */
function SignOuts({ user }: { user: User }) {
  const endSession = useEndSession()
  const { error, isPending, mutate, mutateAsync } = useMutation({
    mutationFn: () => call(logOutEverywhere),
    onSuccess: () =>
      endSession({
        title: 'Goodbye!',
        description: 'You’re now signed out of every browser',
      }),
  })
  const unlink = useUnlinkWallet()
  const [isConfirming, setConfirming] = useState(false)
  const { wallet } = user
  const canUnlink = wallet && !wallet.isOnlyWayIn
  return (
    <Part title="Other browsers">
      <p>Sign out of every browser, including this one.</p>
      <ErrorText>{error && errorMessage(error)}</ErrorText>
      <Button
        className="justify-self-start"
        pending={isPending}
        onClick={() => (canUnlink ? setConfirming(true) : mutate())}
      >
        Sign out everywhere
      </Button>
      {canUnlink && (
        <ConfirmDialog
          open={isConfirming}
          onOpenChange={setConfirming}
          title="Unlink your wallet too?"
          description={`Wallet ${shortHex(wallet.address)} can still sign in to your account. If it isn’t yours, unlink it now.`}
          user={user}
          purpose="unlink"
          action="Unlink and sign out"
          send={async (proof) => {
            await unlink(proof)
            await mutateAsync()
          }}
          other={{
            label: 'Just sign out',
            onClick: () => {
              setConfirming(false)
              mutate()
            },
          }}
        />
      )}
    </Part>
  )
}

/** Lists recent changes to the sign-in methods. */
export function SecurityList({ player }: { player: string }) {
  const { data, error } = useQuery(securityQuery(player))
  return (
    <Part title="Security notices">
      <ErrorText>{error && errorMessage(error)}</ErrorText>
      {data?.length === 0 && (
        <p className="text-soft">No changes to your password or wallet yet.</p>
      )}
      <ul className="grid gap-2">
        {data?.map((notice) => (
          <li
            key={notice.id}
            className="flex flex-wrap justify-between gap-x-4"
          >
            <span>{noticeText(notice)}</span>
            <time dateTime={notice.at} className="text-soft">
              {formatRowTime(notice.at)}
            </time>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function CloseAccount({ user }: { user: User }) {
  const [isConfirming, setConfirming] = useState(false)
  const endSession = useEndSession()
  const close = async (proof: OwnerProof) => {
    await call(closeAccount, { body: proof })
    endSession({
      title: 'Account closed',
      description: 'Your name and sign-in methods were deleted',
    })
  }
  return (
    <Part title="Close the account">
      <p>
        We permanently delete your name, password and linked wallet. Your
        transactions and rounds stay in the ledger without your name, so the
        books still add up and proofs stay valid.
      </p>
      <Button
        variant="danger"
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={() => setConfirming(true)}
      >
        Close my account
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Close your account for good?"
        description="You’ll lose your coins. Open hands end automatically, and bets you’ve placed are settled. This can’t be undone."
        user={user}
        purpose="close"
        action="Close it for good"
        send={close}
        other={{
          label: 'Keep my account',
          onClick: () => setConfirming(false),
        }}
      />
    </Part>
  )
}
