// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title EarlierRegistry
/// @notice Has the access control of contracts deployed before the registrar
/// role existed: the owner writes. For tests.
contract EarlierRegistry is Ownable2Step {
    constructor(address owner) Ownable(owner) {}
}
