import { Bendy } from '../components/bendy.tsx'
import { Button } from '../components/button.tsx'
import { ApiError } from '../lib/call.ts'
import { useGenerateWallet } from './use-generate-wallet.ts'

/** For players without an address. */
export function GeneratePrompt() {
  const generate = useGenerateWallet()
  return (
    <div className="flex items-center gap-4">
      <Bendy
        mood={generate.isPending ? 'tense' : 'idle'}
        className="w-20 shrink-0"
      />
      <div className="grid min-w-0 flex-1 gap-3">
        <p>
          Get an address of your own. Test tokens that you send to it become
          coins.
        </p>
        {generate.isError && (
          <p className="text-bubblegum-text text-small">
            {reasonOf(generate.error)}
          </p>
        )}
        <Button
          variant="action"
          pending={generate.isPending}
          onClick={() => generate.mutate()}
          className="justify-self-start"
        >
          {generate.isPending ? 'Generating…' : 'Generate wallet'}
        </Button>
      </div>
    </div>
  )
}

function reasonOf(error: Error): string {
  const known = error instanceof ApiError && error.problem?.message
  return known || 'No wallet was made. Nothing is lost: try again.'
}
