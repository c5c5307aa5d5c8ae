// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RegistrarAccess} from "./RegistrarAccess.sol";

/// @title DepositRegistry
/// @notice Lists the wallets whose incoming payments are credited. It holds no
/// funds and has no control over the wallets' funds.
contract DepositRegistry is RegistrarAccess {
    /// @notice Emitted once per wallet; payments are indexed from here on.
    /// @param wallet Wallet that was added.
    event WalletRegistered(address indexed wallet);

    /// @notice The batch contains the zero address.
    /// @param index Its position in the batch, from 0.
    error ZeroWallet(uint256 index);

    /// @notice The batch exceeds `MAX_BATCH`.
    /// @param size Number of wallets in the batch.
    /// @param max Largest accepted number of wallets.
    error BatchTooLarge(uint256 size, uint256 max);

    /// @notice Maximum number of wallets per batch. 100 new wallets cost about
    /// 2.5 million gas, far below the block gas limit.
    uint256 public constant MAX_BATCH = 100;

    /// @notice True for registered wallets. Registration is permanent.
    mapping(address wallet => bool registered) public isRegistered;

    /// @param owner Account that may replace the registrar.
    /// @param registrar Account that may register wallets.
    constructor(
        address owner,
        address registrar
    ) RegistrarAccess(owner, registrar) {}

    /// @notice Registers wallets. Skips registered ones without an event, so
    /// that a batch can safely be sent again.
    /// @param wallets Up to `MAX_BATCH` addresses, none of them zero.
    function registerWallets(address[] calldata wallets) external onlyRegistrar {
        uint256 size = wallets.length;
        if (size > MAX_BATCH) revert BatchTooLarge(size, MAX_BATCH);
        for (uint256 i = 0; i < size; ++i) {
            address wallet = wallets[i];
            if (wallet == address(0)) revert ZeroWallet(i);
            if (isRegistered[wallet]) continue;
            isRegistered[wallet] = true;
            emit WalletRegistered(wallet);
        }
    }
}
