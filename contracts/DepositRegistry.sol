// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RegistrarAccess} from "./RegistrarAccess.sol";

/// @title DepositRegistry
/// @notice The list of wallets whose incoming payments the house watches for.
/// The registry never holds funds and has no say over a wallet's own.
contract DepositRegistry is RegistrarAccess {
    /// @notice Emitted once in the life of a wallet: its payments count from
    /// here on.
    /// @param wallet The wallet that was added.
    event WalletRegistered(address indexed wallet);

    /// @notice The zero address can't be a wallet.
    /// @param index Where it stands in the batch, counted from 0.
    error ZeroWallet(uint256 index);

    /// @notice A batch had more wallets than fit a transaction.
    /// @param size Wallets in the batch.
    /// @param max Wallets that are accepted.
    error BatchTooLarge(uint256 size, uint256 max);

    /// @notice Wallets in one batch at most; 100 new ones cost about 2.5
    /// million gas, far below any block's limit.
    uint256 public constant MAX_BATCH = 100;

    /// @notice Whether a wallet has been registered; there is no way back.
    mapping(address wallet => bool registered) public isRegistered;

    /// @param owner The account that may replace the registrar.
    /// @param registrar The account that may register wallets.
    constructor(
        address owner,
        address registrar
    ) RegistrarAccess(owner, registrar) {}

    /// @notice Registers every wallet that is not known yet. Known ones are
    /// passed over in silence, so that a batch may be sent again after doubt.
    /// @param wallets At most `MAX_BATCH` addresses, none of them zero.
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
