// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title FalseToken
/// @notice Emits Transfer but moves nothing and returns false. For tests.
contract FalseToken is ERC20 {
    constructor() ERC20("Returns false", "FALSE") {}

    function transfer(
        address to,
        uint256 amount
    ) public override returns (bool) {
        emit Transfer(msg.sender, to, amount);
        return false;
    }
}
