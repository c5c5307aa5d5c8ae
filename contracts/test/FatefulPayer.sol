// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title FatefulPayer
/// @notice Pays what was decided on the branch that it is mined in: the same
/// transaction pays another amount on another branch. For tests.
contract FatefulPayer {
    uint256 private _fate;

    /// @notice Decides what is paid on this branch from now on.
    function decide(uint256 fate) external {
        _fate = fate;
    }

    /// @notice Sends one to three times `amount` wei of a token the caller has
    /// approved.
    function payToken(IERC20 token, address recipient, uint256 amount) external {
        token.transferFrom(msg.sender, recipient, (1 + _fate % 3) * amount);
    }
}
