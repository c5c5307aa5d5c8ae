// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title FeeToken
/// @notice Burns a tenth of each transfer, while its Transfer event has the
/// full amount. For tests.
contract FeeToken is ERC20 {
    constructor() ERC20("Fee on transfer", "FEE") {}

    /// @notice Mints tokens to the caller.
    /// @param amount In wei of the token.
    function faucet(uint256 amount) external {
        _mint(msg.sender, amount);
    }

    function _update(
        address from,
        address to,
        uint256 amount
    ) internal override {
        super._update(from, to, amount);
        bool isTransfer = from != address(0) && to != address(0);
        if (isTransfer) super._update(to, address(0), amount / 10);
    }
}
