// A software authenticator that creates passkeys and signs challenges, and can make errors.
import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Buffer) => hash('sha256', text, 'buffer');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;
const AAGUID = Buffer.alloc(16);

/** Deviations from what the site expects. */
export interface Given {
  origin?: string;
  /** whether the page is in another site's frame */
  crossOrigin?: boolean;
  rpId?: string;
  counter?: number;
  /** whether the user was verified by PIN, finger or face */
  isVerified?: boolean;
  /** of the attestation */
  format?: string;
  aaguid?: string;
  userHandle?: string;
}

/** The part of the site's options that an authenticator reads. */
interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

function uint(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** Encodes an ES256 key as COSE (RFC 9053). */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** `{fmt, attStmt: {}, authData}` in CBOR. */
const toAttestation = (format: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from('a363666d74', 'hex'),
    Buffer.from([0x60 + format.length]),
    Buffer.from(format),
    Buffer.from('6761747453746d74a0', 'hex'),
    Buffer.from('68617574684461746159', 'hex'),
    uint(data.length, 2),
    data,
  ]);

const clientData = (
  type: string,
  { challenge }: Options,
  { origin = 'http://localhost', crossOrigin = false }: Given,
) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

export class Authenticator {
  readonly id = base64url(randomBytes(16));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';

  #data(rpId: string, { counter = 0, isVerified = true }: Given, more: Buffer[] = []): Buffer {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (more.length > 0 ? HAS_KEY : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(counter, 4), ...more]);
  }

  create(options: Options, given: Given = {}) {
    this.#userHandle = options.user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const aaguid = given.aaguid ? Buffer.from(given.aaguid.replaceAll('-', ''), 'hex') : AAGUID;
    const key = [aaguid, uint(id.length, 2), id, toCose(this.#keys.publicKey)];
    const data = this.#data(given.rpId ?? options.rp?.id ?? '', given, key);
    return this.#respond({
      clientDataJSON: base64url(clientData('webauthn.create', options, given)),
      attestationObject: base64url(toAttestation(given.format ?? 'none', data)),
      transports: ['internal', 'unknown'],
    });
  }

  use(options: Options, given: Given = {}) {
    const client = clientData('webauthn.get', options, given);
    const data = this.#data(given.rpId ?? options.rpId ?? '', given);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return this.#respond({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: given.userHandle ?? this.#userHandle,
    });
  }

  #respond<R>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }
}
