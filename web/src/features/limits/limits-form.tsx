import { type FormEvent, useState } from 'react'
import { dailyLimitsRequest, type LimitsAnswer } from '#core/schemas/limits.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { useSetLimits } from '../../domain/play/limits-api.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { coinsText, formatCoins, formatTime } from '../../lib/format.ts'
import { useToast } from '../../lib/toast.ts'

interface LimitsFormProps {
  player: string
  limits: LimitsAnswer
}

type Texts = Record<'dailyStake' | 'dailyLoss', string>

/** The most coins of a day: to stake, and to lose. */
export function LimitsForm({ player, limits }: LimitsFormProps) {
  const { toast } = useToast()
  const { dailyStake, dailyLoss, pending, today } = limits
  const wanted = pending ?? limits
  const [texts, setTexts] = useState<Texts>({
    dailyStake: textOf(wanted.dailyStake),
    dailyLoss: textOf(wanted.dailyLoss),
  })
  const setting = useSetLimits(player)
  const parsed = dailyLimitsRequest.safeParse({
    dailyStake: limitOf(texts.dailyStake),
    dailyLoss: limitOf(texts.dailyLoss),
  })
  const issueOf = (field: keyof Texts) =>
    parsed.error?.issues.find(({ path }) => path[0] === field)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!parsed.success) return
    setting.mutate(parsed.data, {
      onSuccess: (kept) => toast(toldOf(kept)),
    })
  }
  const fieldOf = (name: keyof Texts, label: string, used: string) => (
    <Field
      label={label}
      name={name}
      inputMode="numeric"
      placeholder="No limit"
      autoComplete="off"
      value={texts[name]}
      onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
      error={issueOf(name)}
      hint={<span className="text-soft">{used}</span>}
    />
  )
  return (
    <section aria-labelledby="daily-limits">
      <h3 id="daily-limits" className="text-lead">
        Daily limits
      </h3>
      <p className="mt-1 text-small text-soft">
        A tighter limit counts at once, a looser one 24 hours later. Days begin
        at midnight UTC.
      </p>
      <form noValidate className="mt-3 grid gap-1" onSubmit={submit}>
        {fieldOf(
          'dailyStake',
          'Stake at most, per day',
          usedText('Staked', today.staked, dailyStake),
        )}
        {fieldOf(
          'dailyLoss',
          'Lose at most, per day',
          usedText('Lost', today.lost, dailyLoss),
        )}
        {pending && <p className="note-line">{pendingText(pending)}</p>}
        {setting.error && (
          <p role="alert" className="font-bold text-bubblegum-text">
            {errorMessage(setting.error)}
          </p>
        )}
        <Button
          type="submit"
          variant="action"
          className="justify-self-start"
          disabled={!parsed.success}
          pending={setting.isPending}
        >
          Save limits
        </Button>
      </form>
    </section>
  )
}

function toldOf({ pending }: LimitsAnswer) {
  const description = pending ? pendingText(pending) : 'They count from now on'
  return { title: 'Limits saved', description }
}

function pendingText({
  from,
  dailyStake,
  dailyLoss,
}: NonNullable<LimitsAnswer['pending']>): string {
  return `From ${formatTime(from)} on: stake ${limitText(dailyStake)}, lose ${limitText(dailyLoss)}.`
}

function limitText(limit: number | null): string {
  return limit === null
    ? 'without a limit'
    : `${coinsText(limit)} a day at most`
}

function usedText(done: string, coins: number, limit: number | null): string {
  const used = `${done} today: ${formatCoins(coins)}`
  return limit === null ? used : `${used} of ${formatCoins(limit)}`
}

function textOf(limit: number | null): string {
  return limit === null ? '' : String(limit)
}

/** What is no number stays as it is, for the schema to refuse. */
function limitOf(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed
}
