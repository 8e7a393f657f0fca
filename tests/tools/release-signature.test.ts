// Who upgrades trusts a release by its signature.
import { generateKeyPairSync } from 'node:crypto';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  readPublicKeys,
  SIGNATURE,
  signSums,
  SUMS,
  verifyArchive,
  writeSums,
} from '#scripts/release/signature.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

const NAME = 'glean-9.9.9-linux-x64.tar.gz';

/** Signs an archive with a new key. @returns its path, and the public key in a file with another one */
async function makeSigned() {
  const folder = await createTemporaryFolder();
  const archive = join(folder, NAME);
  await writeFile(archive, 'all of it');
  await writeSums(folder, [NAME]);
  const { privateKey } = generateKeyPairSync('ed25519');
  const keyFile = join(folder, 'release.key');
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
  const trusted = readPublicKeys(
    `The old one:\n${other}The new one:\n${signSums(folder, keyFile)}`,
  );
  return { folder, archive, trusted };
}

test('one of the trusted keys is enough', async () => {
  const { archive, trusted } = await makeSigned();
  expect(trusted).toHaveLength(2);
  await verifyArchive(archive, trusted);
});

test('an archive that was cut short is not used', async () => {
  const { archive, trusted } = await makeSigned();
  await writeFile(archive, 'all of');
  await expect(verifyArchive(archive, trusted)).rejects.toThrow(`${NAME} is not whole`);
});

test('neither are other checksums than those that were signed, nor those of another key', async () => {
  const { folder, archive, trusted } = await makeSigned();
  await expect(verifyArchive(archive, trusted.slice(0, 1))).rejects.toThrow('not by a key');
  await expect(verifyArchive(archive, [])).rejects.toThrow('not by a key');
  await appendFile(join(folder, SUMS), `${'0'.repeat(64)}  another.tar.gz\n`);
  await expect(verifyArchive(archive, trusted)).rejects.toThrow('not by a key');
});

test('without signature it says which file is missing', async () => {
  const { folder, archive, trusted } = await makeSigned();
  await rm(join(folder, SIGNATURE));
  await expect(verifyArchive(archive, trusted)).rejects.toThrow(`${SIGNATURE} is not beside`);
});

test('a file that has no private key of Ed25519 does not sign', async () => {
  const { folder } = await makeSigned();
  const file = join(folder, 'rsa.key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const wrong of [file, join(folder, 'missing'), join(folder, SUMS)])
    expect(() => signSums(folder, wrong)).toThrow('RELEASE_KEY is not a file');
});
