import { type ReactNode, useEffect, useRef } from 'react'
import { getProfit } from '#core/sports/american-odds.ts'
import { formatSelection } from '#core/sports/game.ts'
import { Button } from '../components/button.tsx'
import { buttonClass } from '../components/button-class.ts'
import cross from '../components/close.svg?raw'
import { NewTabLink } from '../components/new-tab-link.tsx'
import { Picture } from '../components/picture.tsx'
import { BetAction, BetAmount, MoreCoins } from '../games/shared/bet-panel.tsx'
import { useIsLate, WaitingNote } from '../games/shared/round-result.tsx'
import type { Bet } from '../games/shared/use-bet.ts'
import { formatCoins, formatTwoDecimals } from '../lib/format.ts'
import { pagePath } from '../lib/page-path.ts'
import { SignInLink } from '../session/sign-in-link.tsx'
import { Chip } from './chip.tsx'
import { type SeenOffer, type Standing, teamsText } from './offers.ts'
import { useOddsText } from './shared/odds.tsx'
import type { useSlip } from './use-slip.ts'

type BetSlipProps = Omit<ReturnType<typeof useSlip>, 'pick'> & {
  selected: SeenOffer
  standing: Standing
  /** Visitors are asked to sign in. */
  isVisitor: boolean
}

/** The bet slip: selection, amount, potential win, action. */
export function BetSlip(props: BetSlipProps) {
  const { bet, selected, standing, isVisitor, isByKeyboard } = props
  const panel = useRef<HTMLFormElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
    if (isByKeyboard) panel.current?.querySelector('input')?.focus()
  }, [isByKeyboard])
  return (
    <form
      ref={panel}
      aria-label={`Bet on ${formatSelection(selected)}`}
      className="rubber-card sports-slip grid grid-cols-1 gap-2.5 p-3.5"
      onSubmit={(event) => event.preventDefault()}
    >
      <Selected {...props} />
      <BetAmount bet={bet} inPlay={undefined} />
      {!bet.pause && (
        <>
          <StakeChips bet={bet} />
          <PotentialWin {...props} />
        </>
      )}
      <div className="flex gap-3">
        {isVisitor ? <SignIn /> : <PlaceBet {...props} />}
      </div>
      {standing.is !== 'closed' && props.game?.live && (
        <p className="text-center text-small text-soft">
          A live bet counts once the next odds confirm it.
        </p>
      )}
      {!isVisitor && <MoreCoins bet={bet} />}
      <NewTabLink
        href={pagePath('/sports/rules')}
        className="text-link justify-self-center text-small max-[60rem]:hidden"
      >
        How bets are settled
      </NewTabLink>
    </form>
  )
}

function Selected({ selected, game, standing, close }: BetSlipProps) {
  const odds = useOddsText()
  const { price, title } = standing.is === 'closed' ? selected : standing.offer
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-display text-lead font-semibold leading-tight">
          {formatSelection(selected)}
        </p>
        <p className="slip-spare text-small text-soft">
          {game ? `${teamsText(game)} · ${title}` : title}
        </p>
      </div>
      <p className="font-display text-title font-semibold text-sun-text">
        {odds(price)}
      </p>
      <Button size="small" aria-label="Close the bet" onClick={close}>
        <Picture svg={cross} />
      </Button>
    </div>
  )
}

const STAKES = [10, 25, 50, 100]

function StakeChips({ bet }: { bet: Bet }) {
  return (
    <fieldset
      aria-label="Quick bets"
      className="slip-spare grid grid-cols-4 gap-2"
    >
      {STAKES.map((stake) => (
        <Chip
          key={stake}
          pressed={bet.amount === stake}
          disabled={stake > bet.most}
          onClick={() => bet.setText(String(stake))}
        >
          {stake}
        </Chip>
      ))}
    </fieldset>
  )
}

/** Shows both amounts always, so that nothing moves under the thumb. */
function PotentialWin({ bet, selected, standing }: BetSlipProps) {
  const { amount } = bet
  const { price } = standing.is === 'closed' ? selected : standing.offer
  return (
    <dl className="flex flex-wrap justify-between gap-x-4">
      <Figure
        name="Potential Win"
        value={formatTwoDecimals(potentialWin(amount ?? 0, price))}
      />
      <Figure
        name="Returns (whole coins)"
        value={amount ? formatCoins(amount + getProfit(amount, price)) : '–'}
        colour="text-lime-text"
      />
    </dl>
  )
}

type FigureProps = {
  name: string
  value: string
  colour?: string
}

function Figure({ name, value, colour = '' }: FigureProps) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="whitespace-nowrap text-small/normal">{name}</dt>
      <dd className={`font-display text-lead/normal font-semibold ${colour}`}>
        {value}
      </dd>
    </div>
  )
}

/** Returns the exact gain: bet × odds / 100, or bet × 100 / |odds|. */
function potentialWin(stake: number, price: number): number {
  return price > 0 ? (stake * price) / 100 : (stake * 100) / -price
}

function SignIn() {
  return (
    <>
      <Button
        variant="go"
        size="large"
        disabled
        className="min-w-0 flex-1 px-2"
      >
        Place Bet
      </Button>
      <SignInLink
        className={`${buttonClass('action', 'large')} min-w-0 flex-1 px-2`}
      >
        Sign in
      </SignInLink>
    </>
  )
}

function PlaceBet(props: BetSlipProps) {
  const { bet, standing, isPending, place } = props
  const odds = useOddsText()
  const isLate = useIsLate(isPending)
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      <p
        role="status"
        className="rounded-[12px] border-2 border-outline bg-sun px-3 py-1.5 text-small/normal font-bold text-on-toy empty:hidden"
      >
        {isLate ? <WaitingNote /> : <Change {...props} />}
      </p>
      <BetAction
        bet={bet}
        variant={standing.is === 'changed' ? 'action' : 'go'}
        disabled={standing.is === 'closed'}
        pending={isPending}
        onBet={place}
      >
        {standing.is === 'changed'
          ? `Accept ${odds(standing.offer.price)}`
          : 'Place Bet'}
      </BetAction>
    </div>
  )
}

/** States how the offer has changed since it was selected. */
function Change({ selected, standing }: BetSlipProps): ReactNode {
  const odds = useOddsText()
  if (standing.is === 'open') return null
  if (standing.is === 'closed') return standing.why
  const { point, price } = standing.offer
  if (point !== selected.point) {
    return `Line moved: ${formatSelection(standing.offer)} at ${odds(price)}.`
  }
  return `Odds moved from ${odds(selected.price)} to ${odds(price)}.`
}
