"""The games of docs/fairness.md, section 5.

A game takes a bet, actions and draws, and returns the outcome. It raises
NotAllowed if the rules forbid the bet or an action.
"""

MOST = 2**53 - 1


class NotAllowed(ValueError):
    """A bet or action that the rules forbid, with the check that fails."""

    def __init__(self, check, broken):
        super().__init__(broken)
        self.check = check


def rule(kept, broken, check="action"):
    if not kept:
        raise NotAllowed(check, broken)


def is_whole(value, least, largest):
    return type(value) is int and least <= value <= largest


def stake_of(bet, largest, other_members=()):
    members = {"betAmount", *other_members}
    rule(set(bet) == members, "not a bet on this game", "bet")
    rule(is_whole(bet["betAmount"], 1, largest), "a stake out of range", "bet")
    return bet["betAmount"]


# 5.1 Coin flip


def coin_flip(bet, actions, draws):
    stake = stake_of(bet, 4549090532697470, ["choice"])
    rule(bet["choice"] in ("heads", "tails"), "not a side of the coin", "bet")
    rule(not actions, "an action follows the end")
    result = "heads" if draws.next() < 2**31 else "tails"
    won = result == bet["choice"]
    payout = draws.fairly_rounded(198 * stake, 100) if won else 0
    return {"result": result, "payout": payout}


# 5.2 Slot Machine

STRIPS = (
    "SSDSXXSESBDXSXDEBDED",
    "XSSXEXSDXDBDSDSEBDSE",
    "XSBSSEXDXDDEDDBSSXSE",
    "XDBXDSESSESDSXSDEBDX",
    "SSXSDESBXSDXEDSDXEBD",
)
SYMBOLS = {"B": "BTC", "E": "ETH", "X": "XRP", "D": "DOGE", "S": "SOL"}
LINES = ("00000", "11111", "22222", "01210", "21012")  # row on each reel
PAYS = {  # for 3, 4 and 5 matches
    "BTC": (10, 25, 50),
    "ETH": (8, 14, 30),
    "XRP": (5, 9, 20),
    "DOGE": (3, 4, 8),
    "SOL": (1, 2, 5),
}


def slots(bet, actions, draws):
    stake = stake_of(bet, MOST // 50)
    if draws.below(1000000) < min(stake, 10000):
        return jackpot(actions)
    rule(not actions, "an action follows the end")
    stops = [draws.below(20) for _ in STRIPS]
    grid = [
        [SYMBOLS[strip[(stop + row) % 20]] for strip, stop in zip(STRIPS, stops)]
        for row in range(3)
    ]
    wins = []
    for number, rows in enumerate(LINES):
        symbols = [grid[int(row)][reel] for reel, row in enumerate(rows)]
        matches = 1
        while matches < 5 and symbols[matches] == symbols[0]:
            matches += 1
        if matches >= 3:
            pays = stake * PAYS[symbols[0]][matches - 3]
            wins.append(winning_line(number, matches, symbols[0], pays))
    payout = sum(win["payout"] for win in wins)
    return {"grid": grid, "winningLines": wins, "jackpotWin": 0, "payout": payout}


def jackpot(actions):
    rule(actions, "a jackpot needs the action with its pot", "unfinished")
    known = has_members(actions[0], "jackpot", "pot")
    rule(known, "not a jackpot action")
    pot = actions[0]["pot"]
    rule(is_whole(pot, 10000, MOST), "a pot out of range")
    rule(len(actions) == 1, "an action follows the end")
    shares = [pot // 5 + (line < pot % 5) for line in range(5)]
    wins = [winning_line(line, 5, "BTC", share) for line, share in enumerate(shares)]
    grid = [["BTC"] * 5] * 3
    return {"grid": grid, "winningLines": wins, "jackpotWin": pot, "payout": pot}


def winning_line(line, matches, symbol, payout):
    return {"line": line, "matches": matches, "symbol": symbol, "payout": payout}


def has_members(action, name, *others):
    return action.get("action") == name and set(action) == {"action", *others}


# 5.3 Hi-Lo

VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A")  # of cards 0-3, 4-7 ...
SUITS = ("diamonds", "hearts", "spades", "clubs")


def shown(cards):
    return [{"value": VALUES[card // 4], "suit": SUITS[card % 4]} for card in cards]


def rank(card):
    return 1 if VALUES[card // 4] == "A" else card // 4 + 2


def right_ranks(choice, before):
    """Returns the ranks of the next card that win the guess."""
    if choice == "higher":
        return range(2 if before == 1 else before, 14)
    return range(1, 13 if before == 13 else before + 1)


def hi_lo(bet, actions, draws):
    stake = stake_of(bet, MOST)
    cards = [draws.below(52)]
    numerator, denominator = 1, 1
    wins, skips, end = 0, 0, None
    for action in actions:
        rule(end is None, "an action follows the end")
        if action == {"action": "skip"}:
            skips += 1
            rule(skips <= 52, "more than 52 skips")
            cards.append(draws.below(52))
        elif has_members(action, "play", "choice"):
            rule(action["choice"] in ("higher", "lower"), "not a guess")
            right = right_ranks(action["choice"], rank(cards[-1]))
            numerator *= 1287
            denominator *= 100 * len(right)
            fits = stake * numerator <= MOST * denominator
            rule(fits, "a guess that could win too much")
            cards.append(draws.below(52))
            if rank(cards[-1]) in right:
                wins += 1
            else:
                numerator, denominator, end = 0, 1, "wrong_guess"
        else:
            end = cash_out(action, wins, cards[-1], (stake * numerator, denominator))
    rule(end is not None, "the actions do not end the round", "unfinished")
    return {
        "payout": draws.fairly_rounded(stake * numerator, denominator),
        "cards": shown(cards),
        "consecutiveWins": wins,
        "multiplier": {"numerator": str(numerator), "denominator": str(denominator)},
        "end": end,
    }


def cash_out(action, wins, card, worth):
    """Returns how this action ends the round, given its current worth in coins."""
    if action == {"action": "cashout"}:
        rule(wins > 0, "a cash-out before the first correct guess")
        return "cashout"
    if action == {"action": "cashout", "reason": "idle"}:
        return "idle"
    by_limit = has_members(action, "cashout", "reason", "choice", "limit")
    rule(by_limit and action["reason"] == "house_limit", "not an action of this game")
    rule(action["choice"] in ("higher", "lower"), "not a guess")
    rule(is_whole(action["limit"], 0, MOST), "a limit out of range")
    numerator, denominator = worth
    right = right_ranks(action["choice"], rank(card))
    won = rounded_up(numerator * 1287, denominator * 100 * len(right))
    rule(won <= MOST, "a guess that could win too much")
    rise = won - rounded_up(numerator, denominator)
    rule(rise > action["limit"], "a forced cash-out without a reason")
    return "house_limit"


def rounded_up(numerator, denominator):
    return -(-numerator // denominator)


# 5.4 Blackjack

MOVES = [{"action": move} for move in "insurance hit stand double split".split()]
MOVES.append({"action": "stand", "reason": "idle"})


def worth(card):
    """Returns the value of a card in blackjack; an ace is 11."""
    return 11 if rank(card) == 1 else min(rank(card), 10)


def total(cards):
    worths = [worth(card) for card in cards]
    while sum(worths) > 21 and 11 in worths:
        worths[worths.index(11)] = 1
    return sum(worths)


def blackjack(bet, actions, draws):
    """Plays a round. A hand has no state until it is finished."""
    stake = stake_of(bet, 2**50 - 1)
    first, up, second, hidden = [draws.below(52) for _ in range(4)]
    dealer = [up, hidden]
    hands = [{"cards": [first, second], "bet": stake, "state": None}]
    natural = total([first, second]) == 21
    ends_by_peek = natural or total(dealer) == 21
    state_by_peek = "blackjack" if natural else "stood"
    premium, insurance = stake // 2, None
    on_offer = worth(up) == 11 and premium > 0
    if ends_by_peek and not on_offer:
        hands[0]["state"] = state_by_peek
    for action in actions:
        open_hands = [hand for hand in hands if hand["state"] is None]
        rule(open_hands, "an action follows the end")
        rule(action in MOVES, "not an action of this game")
        move, hand = action["action"], open_hands[0]
        check_move(move, hand, on_offer, natural, len(hands))
        if move == "insurance":
            paid = 3 * premium if total(dealer) == 21 else 0
            insurance = {"premium": premium, "payout": paid}
        on_offer = False
        if ends_by_peek:
            hand["state"] = state_by_peek
        elif move == "split":
            hands = split(hand, draws)
        elif move != "insurance":
            play_hand(move, hand, draws)
    over = all(hand["state"] for hand in hands)
    rule(over, "the actions do not end the round", "unfinished")
    if not ends_by_peek and any(hand["state"] != "bust" for hand in hands):
        while total(dealer) <= 16:
            dealer.append(draws.below(52))
    for hand in hands:
        hand["payout"] = hand_payout(hand, dealer, draws)
    return blackjack_outcome(hands, dealer, insurance)


def check_move(move, hand, on_offer, natural, hand_count):
    cards = hand["cards"]
    if move == "insurance":
        rule(on_offer, "insurance that is not offered")
    elif move in ("hit", "double"):
        rule(not natural, "another card on a blackjack")
        rule(move == "hit" or len(cards) == 2, "a double after the second card")
    elif move == "split":
        rule(hand_count == 1, "a second split")
        worths = [worth(card) for card in cards]
        rule(len(cards) == 2 and worths[0] == worths[1], "a split without a pair")


def split(hand, draws):
    hands = []
    for card in hand["cards"]:
        cards = [card, draws.below(52)]
        state = "stood" if worth(card) == 11 or total(cards) == 21 else None
        hands.append({"cards": cards, "bet": hand["bet"], "state": state})
    return hands


def play_hand(move, hand, draws):
    if move == "double":
        hand["bet"] *= 2
    if move != "stand":
        hand["cards"].append(draws.below(52))
    if total(hand["cards"]) > 21:
        hand["state"] = "bust"
    elif move == "double":
        hand["state"] = "doubled"
    elif move == "stand" or total(hand["cards"]) == 21:
        hand["state"] = "stood"


def hand_payout(hand, dealer, draws):
    bet, own, theirs = hand["bet"], total(hand["cards"]), total(dealer)
    if hand["state"] == "bust":
        return 0
    if hand["state"] == "blackjack" and theirs != 21:
        return draws.fairly_rounded(5 * bet, 2)
    if theirs > 21 or theirs < own:
        return 2 * bet
    return bet if theirs == own else 0


def blackjack_outcome(hands, dealer, insurance):
    payout = sum(hand["payout"] for hand in hands)
    staked = sum(hand["bet"] for hand in hands)
    if insurance:
        payout += insurance["payout"]
        staked += insurance["premium"]
    states = [hand["state"] for hand in hands]
    net = payout - staked
    if net > 0:
        by_blackjack = "blackjack" in states and total(dealer) != 21
        result = ("Blackjack! " if by_blackjack else "") + f"You won {net} coins"
    elif net == 0:
        result = "Push"
    else:
        result = "Bust" if set(states) == {"bust"} else "Dealer wins"
    return {
        "payout": payout,
        "result": result,
        "hands": [{**hand, "cards": shown(hand["cards"])} for hand in hands],
        "dealerHand": shown(dealer),
        "insurance": insurance,
    }


GAMES = {
    "Coin Flip": coin_flip,
    "Slot Machine": slots,
    "Hi-Lo": hi_lo,
    "Blackjack": blackjack,
}
