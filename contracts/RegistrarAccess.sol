// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title RegistrarAccess
/// @notice Splits access between two accounts, which may be the same: the
/// registrar, whose key is online, writes; the owner, whose key can stay
/// offline, may replace the registrar.
abstract contract RegistrarAccess is Ownable2Step {
    /// @notice Emitted at deployment and when the registrar is replaced.
    /// @param previous Replaced registrar; zero at deployment.
    /// @param current New registrar.
    event RegistrarChanged(address indexed previous, address indexed current);

    /// @notice The caller is not the registrar.
    /// @param caller Account that called.
    /// @param registrar Account that may write.
    error NotRegistrar(address caller, address registrar);

    /// @notice Ownership cannot be renounced: without an owner, a compromised
    /// registrar could never be replaced.
    error OwnershipNotRenounceable();

    /// @notice Account that may write.
    address public registrar;

    modifier onlyRegistrar() {
        if (msg.sender != registrar) revert NotRegistrar(msg.sender, registrar);
        _;
    }

    constructor(address owner, address registrar_) Ownable(owner) {
        _setRegistrar(registrar_);
    }

    /// @notice Replaces the registrar immediately.
    /// @param registrar_ New registrar.
    function setRegistrar(address registrar_) external onlyOwner {
        _setRegistrar(registrar_);
    }

    /// @notice Always reverts: ownership can only be transferred.
    function renounceOwnership() public pure override {
        revert OwnershipNotRenounceable();
    }

    function _setRegistrar(address registrar_) private {
        emit RegistrarChanged(registrar, registrar_);
        registrar = registrar_;
    }
}
