// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title FickleToken
/// @notice ERC-20 token with two extra calls whose Transfer events overstate
/// what they move. For tests.
contract FickleToken is ERC20 {
    constructor() ERC20("Fickle", "FICKLE") {}

    /// @notice Mints tokens to the caller.
    /// @param amount In wei of the token.
    function faucet(uint256 amount) external {
        _mint(msg.sender, amount);
    }

    /// @notice Emits Transfer with `amount`, but burns a tenth of it.
    /// @param to Recipient.
    /// @param amount In wei of the token.
    function transferLess(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
        _burn(to, amount / 10);
    }

    /// @notice Emits Transfer, but moves nothing and returns false.
    /// @param to Recipient in the event.
    /// @param amount Amount in the event, in wei of the token.
    function pretend(address to, uint256 amount) external returns (bool) {
        emit Transfer(msg.sender, to, amount);
        return false;
    }
}
