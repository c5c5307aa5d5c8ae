// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RegistrarAccess} from "./RegistrarAccess.sol";

/// @title FairnessAnchor
/// @notice Stores Merkle roots over published commitments. A path from a leaf
/// to a root proves that the leaf existed before the block that stored the
/// root. Roots are never changed or removed.
contract FairnessAnchor is RegistrarAccess {
    /// @notice Emitted when a root is stored, and each time it is sent again.
    /// @param number Number of the root, from 1.
    /// @param root Root of a SHA-256 Merkle tree.
    event Anchored(uint64 indexed number, bytes32 indexed root);

    /// @notice The root is zero, which stands for a missing root.
    error ZeroRoot();

    /// @notice The number would leave a gap.
    /// @param number Requested number.
    /// @param next Number of the next root.
    error NumberNotNext(uint64 number, uint64 next);

    /// @notice The number already has another root.
    /// @param number Requested number.
    /// @param stored Root stored under it.
    error AlreadyAnchored(uint64 number, bytes32 stored);

    /// @notice Number of the next root. Starts at 1, so that the first root
    /// costs no more gas than later ones.
    uint64 public nextNumber = 1;

    /// @notice Root by number; zero if none is stored.
    mapping(uint64 number => bytes32 root) public rootOf;

    /// @param owner Account that may replace the registrar.
    /// @param registrar Account that may store roots.
    constructor(
        address owner,
        address registrar
    ) RegistrarAccess(owner, registrar) {}

    /// @notice Stores a root under the next number. Sending the same root and
    /// number again only emits the event, so a transaction can be repeated.
    /// @param number Number of the root, from 1; prevents storing it twice.
    /// @param root Root of a SHA-256 Merkle tree, not zero.
    function anchor(uint64 number, bytes32 root) external onlyRegistrar {
        if (root == 0) revert ZeroRoot();
        bytes32 stored = rootOf[number];
        if (stored == 0) {
            if (number != nextNumber) revert NumberNotNext(number, nextNumber);
            rootOf[number] = root;
            nextNumber = number + 1;
        } else if (stored != root) {
            revert AlreadyAnchored(number, stored);
        }
        emit Anchored(number, root);
    }
}
