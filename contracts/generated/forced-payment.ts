// Made from ForcedPayment.sol by "npm run generate:contracts". Do not edit.

export const forcedPaymentAbi = [
  {"inputs":[{"internalType":"address payable","name":"wallet","type":"address"}],"stateMutability":"payable","type":"constructor"},
] as const

export const forcedPaymentBytecode =
  '0x608060405260405160563803806056833981016040819052601e91602a565b806001600160a01b0316ff5b5f602082840312156039575f5ffd5b81516001600160a01b0381168114604e575f5ffd5b939250505056fe'
