// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title BatchPayer
/// @notice Pays several wallets in one transaction, as exchanges do. For tests.
contract BatchPayer {
    /// @notice Lists of recipients and amounts that don't pair up.
    error UnequalLists(uint256 recipients, uint256 amounts);

    /// @notice A recipient did not accept the coin.
    error NotAccepted(address recipient);

    /// @notice Sends `amounts[i]` wei of the chain's coin to `recipients[i]`.
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

    /// @notice Sends `amounts[i]` wei of a token the caller has approved.
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
