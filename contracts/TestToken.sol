// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title TestToken
/// @notice Play-money token (GUMBY, POKEY) with 18 decimals and a public
/// faucet. Worthless, and deployable on test chains only.
contract TestToken is ERC20 {
    /// @notice The chain of the deployment is not a supported test chain.
    /// @param chainId Id of that chain.
    error NotATestChain(uint256 chainId);

    /// @notice The requested amount exceeds `FAUCET_MAX`.
    /// @param requested Requested amount, in wei of the token.
    /// @param max Largest amount per call, in wei of the token.
    error FaucetLimit(uint256 requested, uint256 max);

    /// @notice The account's cooldown has not passed.
    /// @param nextAt Unix time in seconds from which it may call again.
    error FaucetCooldown(uint256 nextAt);

    /// @notice Largest amount per call of the faucet: 10,000 tokens, in wei.
    uint256 public constant FAUCET_MAX = 10_000 ether;

    /// @notice Seconds between two calls of an account: 3,600 on the BSC
    /// testnet, 0 on a local chain.
    uint256 public immutable FAUCET_COOLDOWN;

    /// @notice Unix time in seconds from which an account may call the faucet.
    mapping(address account => uint256 nextAt) public faucetNextAt;

    uint256 private constant BSC_TESTNET = 97;
    uint256 private constant LOCAL_CHAIN = 31337;

    /// @param name_ Full name.
    /// @param symbol_ Ticker symbol.
    constructor(
        string memory name_,
        string memory symbol_
    ) ERC20(name_, symbol_) {
        if (block.chainid != BSC_TESTNET && block.chainid != LOCAL_CHAIN) {
            revert NotATestChain(block.chainid);
        }
        FAUCET_COOLDOWN = block.chainid == LOCAL_CHAIN ? 0 : 1 hours;
    }

    /// @notice Mints tokens to the caller.
    /// @param amount In wei of the token, at most `FAUCET_MAX`.
    function faucet(uint256 amount) external {
        if (amount > FAUCET_MAX) revert FaucetLimit(amount, FAUCET_MAX);
        uint256 nextAt = faucetNextAt[msg.sender];
        if (block.timestamp < nextAt) revert FaucetCooldown(nextAt);
        faucetNextAt[msg.sender] = block.timestamp + FAUCET_COOLDOWN;
        _mint(msg.sender, amount);
    }
}
