// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title RegistrarAccess
/// @notice Splits access between two accounts: the registrar, whose key is
/// online, writes; the owner, whose key can stay offline, replaces it. Both may
/// be the same account.
abstract contract RegistrarAccess is Ownable2Step {
    /// @notice Emitted when the registrar is replaced, and at deployment.
    /// @param previous The registrar until now; zero at deployment.
    /// @param current The registrar from now on.
    event RegistrarChanged(address indexed previous, address indexed current);

    /// @notice Only the registrar may write.
    /// @param caller The account that called.
    /// @param registrar The account that may.
    error NotRegistrar(address caller, address registrar);

    /// @notice Without an owner a lost registrar could never be replaced.
    error OwnershipNotRenounceable();

    /// @notice The account that may write.
    address public registrar;

    modifier onlyRegistrar() {
        if (msg.sender != registrar) revert NotRegistrar(msg.sender, registrar);
        _;
    }

    constructor(address owner, address registrar_) Ownable(owner) {
        _setRegistrar(registrar_);
    }

    /// @notice Replaces the registrar at once.
    /// @param registrar_ The account that may write from now on.
    function setRegistrar(address registrar_) external onlyOwner {
        _setRegistrar(registrar_);
    }

    /// @notice Always reverts; ownership can only be transferred.
    function renounceOwnership() public pure override {
        revert OwnershipNotRenounceable();
    }

    function _setRegistrar(address registrar_) private {
        emit RegistrarChanged(registrar, registrar_);
        registrar = registrar_;
    }
}
