// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title BalanceReader
/// @notice Reads many balances in one call. It is never deployed: a call that
/// would create it answers with what its constructor returns.
contract BalanceReader {
    /// @param wallets Whose balances are read.
    /// @param tokens In which tokens, beside the chain's own coin.
    /// @dev Returns a `uint256[]`: of each wallet the coin and then each token,
    /// in wei. Reverts when a token does.
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
