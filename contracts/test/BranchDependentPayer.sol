// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title BranchDependentPayer
/// @notice Pays an amount that depends on the branch of the chain: after a
/// reorganisation the same transaction pays another amount. For tests.
contract BranchDependentPayer {
    uint256 private _branch;

    /// @notice Sets the number that later payments on this branch depend on.
    /// @param branch Any number; its remainder modulo 3 counts.
    function setBranch(uint256 branch) external {
        _branch = branch;
    }

    /// @notice Sends one to three times `amount` of a token that the caller has
    /// approved.
    /// @param token Token to send.
    /// @param recipient Account that receives it.
    /// @param amount Base amount, in the token's smallest unit.
    function payToken(IERC20 token, address recipient, uint256 amount) external {
        token.transferFrom(msg.sender, recipient, (1 + _branch % 3) * amount);
    }
}
