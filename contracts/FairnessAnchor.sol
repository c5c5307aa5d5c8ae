// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RegistrarAccess} from "./RegistrarAccess.sol";

/// @title FairnessAnchor
/// @notice Merkle roots over what the house committed to: who has a path to
/// one knows that its leaf is no younger than the block that stored the root.
/// A root is never changed or removed.
contract FairnessAnchor is RegistrarAccess {
    /// @notice Emitted when a root is stored, and again when it is sent again.
    /// @param number The root's number.
    /// @param root The root of a SHA-256 Merkle tree.
    event Anchored(uint64 indexed number, bytes32 indexed root);

    /// @notice Zero can't be a root: it stands for none.
    error ZeroRoot();

    /// @notice Roots are numbered without a gap.
    /// @param number The number that was asked for.
    /// @param next The number of the next root.
    error NumberNotNext(uint64 number, uint64 next);

    /// @notice The number has a root already, which stays.
    /// @param number The number that was asked for.
    /// @param stored Its root.
    error AlreadyAnchored(uint64 number, bytes32 stored);

    /// @notice The number of the next root. Numbers begin at 1, so that the
    /// first root costs no more gas than later ones.
    uint64 public nextNumber = 1;

    /// @notice The root of a number; zero for numbers to come.
    mapping(uint64 number => bytes32 root) public rootOf;

    /// @param owner The account that may replace the registrar.
    /// @param registrar The account that may store roots.
    constructor(
        address owner,
        address registrar
    ) RegistrarAccess(owner, registrar) {}

    /// @notice Stores a root under the next number. The same root may be sent
    /// again under its number, after doubt: nothing changes then.
    /// @param number Of this root, so that nothing is ever stored twice.
    /// @param root The root of a SHA-256 Merkle tree, not zero.
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
