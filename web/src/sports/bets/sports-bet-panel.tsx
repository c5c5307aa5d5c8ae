import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { SportsGame } from '#core/api/sports.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { CloseIcon } from '../../components/close-icon.tsx'
import {
  BetAction,
  BetAmount,
  MoreCoins,
} from '../../games/shared/bet-panel.tsx'
import { useIsLate, WaitingNote } from '../../games/shared/round-result.tsx'
import type { Bet } from '../../games/shared/use-bet.ts'
import { pagePath } from '../../lib/page-path.ts'
import { useReturnState } from '../../session/return-path.ts'
import { teamsText } from '../games/game-state.ts'
import { offerLabel, type SeenOffer } from '../offers.ts'
import { useOddsText } from '../shared/odds-text.ts'
import { potentialWin, returnsText } from './potential-win.ts'
import type { Standing } from './standing.ts'

interface SportsBetPanelProps {
  bet: Bet
  selected: SeenOffer
  standing: Standing
  /** Undefined once it is not listed any more. */
  game: SportsGame | undefined
  /** They are asked to sign in. */
  isVisitor: boolean
  isPending: boolean
  /** True when it was opened by keyboard: the focus moves into it. */
  isByKeyboard: boolean
  place: () => void
  close: () => void
}

/** The bet slip: selection, amount, potential win, action. */
export function SportsBetPanel(props: SportsBetPanelProps) {
  const { bet, selected, standing, isVisitor, isByKeyboard } = props
  const panel = useRef<HTMLFormElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (isByKeyboard) panel.current?.querySelector('input')?.focus()
  }, [isByKeyboard])
  return (
    <form
      ref={panel}
      aria-label={`Bet on ${offerLabel(selected)}`}
      className="rubber-card sports-slip"
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
      <a
        href={pagePath('/sports/rules')}
        target="_blank"
        rel="noreferrer"
        className="text-link justify-self-center text-small max-[60rem]:hidden"
      >
        How bets are settled
      </a>
    </form>
  )
}

function Selected({ selected, game, standing, close }: SportsBetPanelProps) {
  const odds = useOddsText()
  const { price, title } = standing.is === 'closed' ? selected : standing.offer
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-display text-lead font-semibold leading-tight">
          {offerLabel(selected)}
        </p>
        <p className="slip-teams text-small text-soft">
          {game ? `${teamsText(game)} · ${title}` : title}
        </p>
      </div>
      <p className="font-display text-title font-semibold text-sun-text">
        {odds(price)}
      </p>
      <Button size="small" aria-label="Close the bet" onClick={close}>
        <CloseIcon />
      </Button>
    </div>
  )
}

const STAKES = [10, 25, 50, 100]

function StakeChips({ bet }: { bet: Bet }) {
  return (
    <fieldset aria-label="Quick bets" className="stake-chips">
      {STAKES.map((stake) => (
        <button
          key={stake}
          type="button"
          aria-pressed={bet.amount === stake}
          disabled={stake > bet.most}
          onClick={() => bet.setText(String(stake))}
          className="day-chip"
        >
          {stake}
        </button>
      ))}
    </fieldset>
  )
}

/** Both are always there, so that nothing moves under the thumb. */
function PotentialWin({ bet, selected, standing }: SportsBetPanelProps) {
  const { amount = 0 } = bet
  const { price } = standing.is === 'closed' ? selected : standing.offer
  return (
    <dl className="potential-win">
      <div>
        <dt>Potential Win</dt>
        <dd>{potentialWin(amount, price)}</dd>
      </div>
      <div>
        <dt>Returns (whole coins)</dt>
        <dd>{bet.amount ? returnsText(bet.amount, price) : '–'}</dd>
      </div>
    </dl>
  )
}

function SignIn() {
  const returnState = useReturnState()
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
      <Link
        to={pagePath('/auth')}
        state={returnState}
        className={`${buttonClass('action', 'large')} min-w-0 flex-1 px-2`}
      >
        Sign in
      </Link>
    </>
  )
}

function PlaceBet(props: SportsBetPanelProps) {
  const { bet, standing, isPending, place } = props
  const odds = useOddsText()
  const isLate = useIsLate(isPending)
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      <p role="status" className="odds-news">
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

/** Says how the offer has changed since it was selected. */
function Change({ selected, standing }: SportsBetPanelProps): ReactNode {
  const odds = useOddsText()
  if (standing.is === 'open') return null
  if (standing.is === 'closed') return standing.why
  const { point, price } = standing.offer
  if (point !== selected.point) {
    return `Line moved: ${offerLabel(standing.offer)} at ${odds(price)}.`
  }
  return `Odds moved from ${odds(selected.price)} to ${odds(price)}.`
}
