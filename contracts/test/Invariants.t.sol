// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {DepositRegistry} from "../DepositRegistry.sol";
import {FairnessAnchor} from "../FairnessAnchor.sol";
import {RegistrarAccess} from "../RegistrarAccess.sol";

/// @dev The cheatcode of Hardhat that these tests use.
interface Vm {
    function prank(address sender) external;
}

Vm constant VM = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
address constant OWNER = address(0xC01D);
address constant REGISTRAR = address(0x407);

/// @notice Makes calls that a fuzzer would hardly guess, and records the
/// expected state.
contract Handler {
    FairnessAnchor public immutable ANCHOR = new FairnessAnchor(OWNER, REGISTRAR);
    DepositRegistry public immutable REGISTRY =
        new DepositRegistry(OWNER, REGISTRAR);

    bytes32[] public roots;
    address[] public wallets;
    address[] private _batch;

    /// @notice Stores a root under the next number.
    function anchorNext(bytes32 root) external {
        VM.prank(REGISTRAR);
        ANCHOR.anchor(uint64(roots.length + 1), root);
        roots.push(root);
    }

    /// @notice Stores a root under a number near the next.
    function anchorAt(uint64 number, bytes32 root) external {
        uint64 next = uint64(roots.length + 1);
        uint64 near = number % (next + 2);
        VM.prank(REGISTRAR);
        ANCHOR.anchor(near, root);
        if (near == next) roots.push(root);
    }

    /// @notice Registers a wallet twice in one batch, with a registered one.
    function register(address wallet) external {
        _batch = [wallet, wallet];
        if (wallets.length > 0) _batch.push(wallets[0]);
        VM.prank(REGISTRAR);
        REGISTRY.registerWallets(_batch);
        wallets.push(wallet);
    }

    /// @notice Tries to write as another account.
    function writeAs(address stranger, bytes32 root) external {
        require(stranger != REGISTRAR);
        VM.prank(stranger);
        ANCHOR.anchor(uint64(roots.length + 1), root);
    }

    /// @notice Starts an ownership transfer, cancels it, then tries to accept it.
    function acceptCancelled(uint256 which, address successor) external {
        RegistrarAccess owned = both()[which % 2];
        VM.prank(OWNER);
        owned.transferOwnership(successor);
        VM.prank(OWNER);
        owned.transferOwnership(address(0));
        VM.prank(successor);
        try owned.acceptOwnership() {} catch {}
    }

    /// @notice Tries to renounce ownership.
    function renounce(uint256 which) external {
        VM.prank(OWNER);
        both()[which % 2].renounceOwnership();
    }

    function both() public view returns (RegistrarAccess[2] memory) {
        return [RegistrarAccess(ANCHOR), RegistrarAccess(REGISTRY)];
    }

    function count() external view returns (uint256, uint256) {
        return (roots.length, wallets.length);
    }
}

/// @notice Invariants after any sequence of calls from any account.
contract InvariantsTest {
    Handler private _handler;

    function setUp() public {
        _handler = new Handler();
    }

    /// @notice Lets the fuzzer also call the contracts directly, from any account.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](3);
        targets[0] = address(_handler);
        targets[1] = address(_handler.ANCHOR());
        targets[2] = address(_handler.REGISTRY());
    }

    function excludeSenders() public pure returns (address[] memory senders) {
        senders = new address[](2);
        senders[0] = OWNER;
        senders[1] = REGISTRAR;
    }

    function invariant_rootsAreNumberedWithoutGapAndNeverChange() public view {
        FairnessAnchor anchor = _handler.ANCHOR();
        (uint256 stored, ) = _handler.count();
        assert(anchor.nextNumber() == stored + 1);
        for (uint256 i = 0; i < stored; ++i) {
            assert(anchor.rootOf(uint64(i + 1)) == _handler.roots(i));
        }
        assert(anchor.rootOf(0) == 0 && anchor.rootOf(uint64(stored + 1)) == 0);
    }

    function invariant_registeredWalletsStayRegistered() public view {
        (, uint256 registered) = _handler.count();
        for (uint256 i = 0; i < registered; ++i) {
            assert(_handler.REGISTRY().isRegistered(_handler.wallets(i)));
        }
        assert(!_handler.REGISTRY().isRegistered(address(0)));
    }

    function invariant_onlyTheOwnerGivesAwayOwnershipAndRegistrar() public view {
        for (uint256 i = 0; i < 2; ++i) {
            assert(_handler.both()[i].owner() == OWNER);
            assert(_handler.both()[i].registrar() == REGISTRAR);
        }
    }
}
