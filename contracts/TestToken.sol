// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title TestToken
/// @notice A play-money token (GUMBY, POKEY) with 18 decimals that anyone may
/// mint for themselves. It is worth nothing and exists on test chains only.
contract TestToken is ERC20 {
    /// @notice The token can't be deployed here: the chain is not one of the
    /// two test chains.
    /// @param chainId The chain of the deployment.
    error NotATestChain(uint256 chainId);

    /// @notice More was asked for than one call gives, both in wei.
    error FaucetLimit(uint256 requested, uint256 max);

    /// @notice The account called the faucet too soon.
    /// @param nextAt When it may call again, in seconds since 1970.
    error FaucetCooldown(uint256 nextAt);

    /// @notice What one call of the faucet gives at most: 10000 tokens, in wei.
    uint256 public constant FAUCET_MAX = 10_000 ether;

    /// @notice Seconds between two calls of an account: an hour on the public
    /// testnet, none on a local chain, whose accounts are rich anyway.
    uint256 public immutable FAUCET_COOLDOWN;

    /// @notice When an account may call the faucet again, in seconds since 1970.
    mapping(address account => uint256 nextAt) public faucetNextAt;

    uint256 private constant BSC_TESTNET = 97;
    uint256 private constant LOCAL_CHAIN = 31337;

    /// @param name_ The full name.
    /// @param symbol_ The ticker.
    constructor(
        string memory name_,
        string memory symbol_
    ) ERC20(name_, symbol_) {
        if (block.chainid != BSC_TESTNET && block.chainid != LOCAL_CHAIN) {
            revert NotATestChain(block.chainid);
        }
        FAUCET_COOLDOWN = block.chainid == LOCAL_CHAIN ? 0 : 1 hours;
    }

    /// @notice Mints `amount` wei of the token to the caller.
    /// @param amount In wei (18 decimals), at most `FAUCET_MAX`.
    function faucet(uint256 amount) external {
        if (amount > FAUCET_MAX) revert FaucetLimit(amount, FAUCET_MAX);
        uint256 nextAt = faucetNextAt[msg.sender];
        if (block.timestamp < nextAt) revert FaucetCooldown(nextAt);
        faucetNextAt[msg.sender] = block.timestamp + FAUCET_COOLDOWN;
        _mint(msg.sender, amount);
    }
}
