import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { registerReferralWallet } from '#core/api/referrals.ts'
import { referralCode, SOLANA_ADDRESS } from '#core/referrals/referrals.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Field } from '../../components/field.tsx'
import { Chapters, Facts, InfoPage } from '../../components/info-page.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { Picture } from '../../components/picture.tsx'
import { Section } from '../../components/section.tsx'
import { SiteLinkButton } from '../../components/site/site-link-button.tsx'
import { useSiteLinks } from '../../components/site/site-links.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import rocket from '../art/rocket.svg?raw'
import { parsedText } from '../parsed-text.ts'
import text from '../texts/gumby-on-sol.md?raw'
import { referralLink, tweetIntent } from './referrals.ts'

const { title, lead, facts, chapters } = parsedText(text)

/** /GumbyonSOL: the token's relaunch on Solana. */
export function GumbyOnSolPage() {
  const links = useSiteLinks()
  return (
    <InfoPage
      title={title}
      colour="bg-bubblegum"
      art={<Picture svg={rocket} />}
      lead={
        <>
          <p>{lead}</p>
          <p className="mt-2 mb-4">
            Launch: <b>March 1st</b>, on a launchpad.
          </p>
          <SiteLinkButton link={links?.messenger} variant="go" size="large">
            Buy
          </SiteLinkButton>
        </>
      }
    >
      <Section title="Tokenomics" size="text-title" className="grid gap-4">
        <Facts facts={facts} />
      </Section>
      <Section title="Roadmap" size="text-title" className="grid gap-4">
        <Chapters chapters={chapters} level="h3" />
      </Section>
      <ReferralCard />
    </InfoPage>
  )
}

/** Creates a referral link for a wallet, and shares it. */
function ReferralCard() {
  const { data: link, isPending, mutate } = useSubmitWallet()
  return (
    <section
      aria-labelledby="referral"
      className="rubber-card grid gap-5 p-6 md:grid-cols-2 md:gap-10"
    >
      <div className="grid content-start gap-2">
        <h2 id="referral" className="text-title">
          Spread the gum
        </h2>
        <p className="text-soft">
          Submit a Solana wallet, share your link, and every visitor who follows
          it counts for you. We store the address and a click count, not who
          clicked.
        </p>
      </div>
      <div className="grid content-start gap-4">
        <WalletForm isPending={isPending} onSubmit={mutate} />
        {link && (
          <div className="grid gap-1">
            <p className="font-display font-medium">Your referral link</p>
            <p className="well hex select-all px-4 py-3">{link}</p>
          </div>
        )}
        {link ? (
          <NewTabLink href={tweetIntent(link)} className={buttonClass('go')}>
            Share on X
          </NewTabLink>
        ) : (
          <Button disabled>Submit Wallet to Share</Button>
        )}
      </div>
    </section>
  )
}

type WalletFormProps = {
  isPending: boolean
  onSubmit: (walletAddress: string) => void
}

function WalletForm({ isPending, onSubmit }: WalletFormProps) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = text.trim()
    const isAddress = SOLANA_ADDRESS.test(address)
    setWrong(!isAddress)
    if (isAddress) return onSubmit(address)
    toast({
      title: 'Invalid wallet address',
      description: 'Please enter a valid Solana wallet address',
      variant: 'destructive',
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-1">
      <Field
        label="Solana wallet address"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={
          isWrong ? '32 to 44 letters and digits, no 0, O, I or l' : undefined
        }
      />
      <Button type="submit" variant="action" pending={isPending}>
        {isPending ? 'Submitting…' : 'Submit Wallet'}
      </Button>
    </form>
  )
}

const RANDOM_DIGITS = 6

/** Creates a wallet's referral link. */
function useSubmitWallet() {
  return useMutation({
    mutationFn: async (walletAddress: string) => {
      const code = newCode()
      const body = { walletAddress, referralCode: code }
      await call(registerReferralWallet, { body })
      return referralLink(location.origin, code)
    },
    onSuccess: () => {
      toast({
        title: 'Wallet submitted successfully!',
        description:
          'Your referral link is now active. Share to earn potential airdrop rewards!',
      })
    },
    onError: () => {
      toast({
        title: 'Error submitting wallet',
        description: 'Please try again with a valid Solana wallet address.',
        variant: 'destructive',
      })
    },
  })
}

/** New for each attempt: a code may be taken although its response was lost. */
function newCode(): string {
  const random = crypto.getRandomValues(new Uint32Array(RANDOM_DIGITS))
  const fractions = Array.from(random, (value) => value / 2 ** 32)
  return referralCode(Date.now(), fractions)
}
