// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title FatefulPayer
/// @notice Pays what the block says that it is mined in: the same transaction
/// pays another amount on another branch. For tests.
contract FatefulPayer {
    /// @notice Sends one to three times `amount` wei of a token the caller has
    /// approved.
    function payToken(IERC20 token, address recipient, uint256 amount) external {
        uint256 times = 1 + (uint256(blockhash(block.number - 1)) % 3);
        token.transferFrom(msg.sender, recipient, times * amount);
    }
}
