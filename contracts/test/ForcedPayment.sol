// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title ForcedPayment
/// @notice Sends native coins to a wallet without calling it, by destroying
/// itself. For tests.
contract ForcedPayment {
    /// @param wallet Account that receives the value of the deployment.
    constructor(address payable wallet) payable {
        selfdestruct(wallet);
    }
}
