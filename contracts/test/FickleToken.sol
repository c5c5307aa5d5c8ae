// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title FickleToken
/// @notice Is honest until it is asked to cheat. For tests.
contract FickleToken is ERC20 {
    constructor() ERC20("Fickle", "FICKLE") {}

    /// @notice Mints `amount` wei of the token to the caller.
    function faucet(uint256 amount) external {
        _mint(msg.sender, amount);
    }

    /// @notice Logs all of `amount` as delivered, and keeps a tenth.
    function transferLess(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
        _burn(to, amount / 10);
    }

    /// @notice Logs a transfer, and moves nothing.
    function pretend(address to, uint256 amount) external returns (bool) {
        emit Transfer(msg.sender, to, amount);
        return false;
    }
}
