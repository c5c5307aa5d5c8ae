// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title BatchPayer
/// @notice Pays several wallets in one transaction, as exchanges do. For tests.
contract BatchPayer {
    /// @notice The lists have different lengths.
    /// @param recipients Number of recipients.
    /// @param amounts Number of amounts.
    error UnequalLists(uint256 recipients, uint256 amounts);

    /// @notice A recipient rejected the native coin.
    /// @param recipient Recipient that reverted.
    error NotAccepted(address recipient);

    /// @notice Sends `amounts[i]` wei of the native coin to `recipients[i]`.
    /// @param recipients Accounts to pay.
    /// @param amounts Amounts in wei, one per recipient.
    function payNative(
        address payable[] calldata recipients,
        uint256[] calldata amounts
    ) external payable {
        _requirePairs(recipients.length, amounts.length);
        for (uint256 i = 0; i < recipients.length; ++i) {
            (bool accepted, ) = recipients[i].call{value: amounts[i]}("");
            if (!accepted) revert NotAccepted(recipients[i]);
        }
    }

    /// @notice Sends `amounts[i]` of a token that the caller has approved.
    /// @param token Token to send.
    /// @param recipients Accounts to pay.
    /// @param amounts Amounts in the token's smallest unit, one per recipient.
    function payToken(
        IERC20 token,
        address[] calldata recipients,
        uint256[] calldata amounts
    ) external {
        _requirePairs(recipients.length, amounts.length);
        for (uint256 i = 0; i < recipients.length; ++i) {
            token.transferFrom(msg.sender, recipients[i], amounts[i]);
        }
    }

    function _requirePairs(uint256 recipients, uint256 amounts) private pure {
        if (recipients != amounts) revert UnequalLists(recipients, amounts);
    }
}
