import { useMutation } from '@tanstack/react-query'
import { registerReferralWallet } from '#core/api/referrals.ts'
import { referralCode } from '#core/referrals/referrals.ts'
import { call } from '../../lib/call.ts'
import { useToast } from '../../lib/toast.ts'
import { referralLink } from './referrals.ts'

const RANDOM_DIGITS = 6

/** Gives a wallet a referral link of its own. */
export function useSubmitWallet() {
  const { toast } = useToast()
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

/** One for each try: a code whose answer got lost may be taken. */
function newCode(): string {
  const random = crypto.getRandomValues(new Uint32Array(RANDOM_DIGITS))
  const fractions = Array.from(random, (value) => value / 2 ** 32)
  return referralCode(Date.now(), fractions)
}
