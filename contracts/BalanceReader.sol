// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title BalanceReader
/// @notice Reads many balances in one `eth_call`. Never deployed: the call
/// simulates its creation, and the constructor returns the balances.
contract BalanceReader {
    /// @param wallets Accounts to read.
    /// @param tokens Tokens to read in addition to the chain's native coin.
    /// @dev Returns a `uint256[]` with, for each wallet, its native balance in
    /// wei, then its balance of each token in the token's smallest unit.
    /// Reverts if a token reverts.
    constructor(address[] memory wallets, IERC20[] memory tokens) {
        uint256 width = tokens.length + 1;
        uint256[] memory balances = new uint256[](wallets.length * width);
        for (uint256 i = 0; i < wallets.length; ++i) {
            balances[i * width] = wallets[i].balance;
            for (uint256 t = 0; t < tokens.length; ++t) {
                balances[i * width + t + 1] = tokens[t].balanceOf(wallets[i]);
            }
        }
        bytes memory answer = abi.encode(balances);
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }
}
