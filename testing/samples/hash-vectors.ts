// Published vectors for every implementation of Hashes, in the notation of their source.

const text = (value: string) => new TextEncoder().encode(value)
const bytes = (size: number, value: number) => new Uint8Array(size).fill(value)

/** NIST's examples for FIPS 180-4. */
export const sha256Vectors = [
  {
    name: 'no bytes',
    data: text(''),
    digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
  {
    name: 'one block',
    data: text('abc'),
    digest: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  },
  {
    name: 'two blocks, the second of padding only',
    data: text('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'),
    digest: '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  },
  {
    name: 'two full blocks',
    data: text(
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
    ),
    digest: 'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
  },
  {
    name: 'a million bytes',
    data: bytes(1_000_000, 0x61),
    digest: 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  },
]

/** RFC 4231, section 4; its test case 5 gives only the digest's first half. */
export const hmacSha256Vectors = [
  {
    name: 'case 1: a short key',
    key: bytes(20, 0x0b),
    message: text('Hi There'),
    digest: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    name: 'case 2: a key shorter than the digest',
    key: text('Jefe'),
    message: text('what do ya want for nothing?'),
    digest: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    name: 'case 3: key and message longer than a block together',
    key: bytes(20, 0xaa),
    message: bytes(50, 0xdd),
    digest: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    name: 'case 4: a key of 25 different bytes',
    key: Uint8Array.from({ length: 25 }, (_, index) => index + 1),
    message: bytes(50, 0xcd),
    digest: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
  {
    name: 'case 5: the digest truncated to 128 bits',
    key: bytes(20, 0x0c),
    message: text('Test With Truncation'),
    digest: 'a3b6167473100ee06e0c796c2955552b',
  },
  {
    name: 'case 6: a key longer than a block',
    key: bytes(131, 0xaa),
    message: text('Test Using Larger Than Block-Size Key - Hash Key First'),
    digest: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  {
    name: 'case 7: key and message longer than a block',
    key: bytes(131, 0xaa),
    message: text(
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
    ),
    digest: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
]
