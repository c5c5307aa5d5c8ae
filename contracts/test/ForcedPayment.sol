// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title ForcedPayment
/// @notice Destroys itself so that its coins go to a wallet without any call
/// to it. For tests.
contract ForcedPayment {
    /// @param wallet Who gets what the deployment was paid.
    constructor(address payable wallet) payable {
        selfdestruct(wallet);
    }
}
