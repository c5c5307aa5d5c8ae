import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../../lib/error-message.ts'
import { useToast } from '../../../lib/toast.ts'
import { useFairness } from '../verifier/fairness-provider.tsx'

/** Changing the client seed, and what is said of it. */
export function useSeedChange() {
  const { changeSeed } = useFairness()
  const { toast } = useToast()
  return useMutation({
    mutationFn: changeSeed,
    onSuccess: () =>
      toast({
        title: 'Client seed changed',
        description: 'Your next round is played on it.',
      }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: errorMessage(error),
        variant: 'destructive',
      }),
  })
}
