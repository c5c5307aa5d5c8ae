import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { recheckPayment } from '#core/api/wallet.ts'
import { Button } from '../components/button.tsx'
import { ErrorText } from '../components/error-text.tsx'
import { Field } from '../components/field.tsx'
import { call } from '../lib/call.ts'
import { errorMessage } from '../lib/error-message.ts'
import { TransactionLink } from './deposit-list.tsx'
import { recheckText } from './deposit-text.ts'
import { walletQueryKey } from './wallet-query.ts'

const HASH = /\b0x[0-9a-f]{64}\b/i
const RECHECK_EVERY_MS = 15_000

/** Looks up a missing payment. */
export function MissingDeposit() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const recheck = useRecheck()
  const { data, error, isPending, isIdle } = recheck
  useEffect(() => {
    if (!(isPending || isIdle)) {
      answer.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [isPending, isIdle])
  const lookUp = (event: FormEvent) => {
    event.preventDefault()
    // People also paste the address of an explorer's page.
    const [txHash] = HASH.exec(text) ?? []
    if (txHash) return recheck.mutate(txHash)
    setProblem('A hash is 0x followed by 64 digits or letters from a to f.')
    input.current?.focus()
  }
  return (
    <details className="rubber-card p-4">
      <summary className="cursor-pointer font-display font-medium">
        Missing a deposit?
      </summary>
      <form className="mt-3 grid gap-2" noValidate onSubmit={lookUp}>
        <p className="text-small">
          Your wallet shows a hash for each transaction. Paste it here, and
          we’ll look up the payment on the chain.
        </p>
        <Field
          ref={input}
          label="Transaction hash"
          placeholder="0x…"
          autoComplete="off"
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
            recheck.reset()
          }}
        />
        <Button
          type="submit"
          className="justify-self-start"
          pending={isPending}
        >
          {isPending ? 'Checking…' : 'Look it up'}
        </Button>
        <div ref={answer} className="scroll-mb-4">
          <p role="status" className="min-h-6">
            {data && recheckText(data)}
          </p>
          <ErrorText>
            {error &&
              errorMessage(
                error,
                'The server didn’t respond. Your coins are safe. Try again.',
              )}
          </ErrorText>
        </div>
      </form>
    </details>
  )
}

type SentTransactionProps = {
  hash: string
  explorer: string | null
  /** In a block for some time: it is looked up now and then. */
  isOverdue: boolean
}

/** A payment that is not a deposit yet. */
export function SentTransaction(props: SentTransactionProps) {
  const { hash, explorer, isOverdue } = props
  const { mutate, data, error } = useRecheck()
  useEffect(() => {
    if (!isOverdue) return
    mutate(hash)
    const timer = setInterval(() => mutate(hash), RECHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [hash, isOverdue, mutate])
  return (
    <div className="grid gap-2 text-center text-small text-soft">
      <p>
        <TransactionLink isWhole hash={hash} explorer={explorer} />
      </p>
      <p role="status" className="min-h-6">
        {error ? errorMessage(error) : data && recheckText(data)}
      </p>
    </div>
  )
}

function useRecheck() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (txHash: string) => call(recheckPayment, { body: { txHash } }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: walletQueryKey }),
  })
}
