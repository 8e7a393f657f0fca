// Images that follow every rule, but would cost the server minutes or gigabytes (ASVS 5.2.3).
import { expect, test } from 'vitest';

import { AppError } from '#lib/server/platform/errors.ts';
import { countPixels, readScans } from '#lib/server/platform/images/inspect-image.ts';
import {
  blankPng,
  interlacedPng,
  phonePhoto,
  redBlueImage,
  withScans,
  withSegment,
} from '#tests/support/nouns/images.ts';
import { processAvatar } from '#tests/support/site/process-images.ts';

const jpeg = await redBlueImage(640, 480).jpeg().toBuffer();

/** @returns the code of the error, or `accepted` */
const codeOf = (made: Promise<unknown>) =>
  made.then(
    () => 'accepted',
    (thrown: unknown) => (thrown instanceof AppError ? thrown.code : String(thrown)),
  );

const countScans = (bytes: Uint8Array) => readScans(bytes).scans;

const progressive = await redBlueImage(2000, 2000).jpeg({ progressive: true }).toBuffer();

test('the scans of a JPEG are counted, but nothing that only looks like one', () => {
  expect(countScans(jpeg)).toBe(1);
  const scans = countScans(progressive);
  expect(scans).toBeGreaterThan(5);
  expect(countScans(withScans(progressive, 500))).toBe(scans + 500);
  // A preview in the metadata, and bytes that a phone writes after the end.
  const preview = withSegment(progressive, 0xe1, jpeg);
  expect(countScans(Buffer.concat([preview, jpeg]))).toBe(scans);
  for (const share of [0.01, 0.5, 0.99])
    expect(countScans(progressive.subarray(0, progressive.length * share))).toBeLessThan(99);
});

test('a progressive JPEG is accepted, one with hundreds of scans is rejected before it is decoded', async () => {
  expect(await codeOf(processAvatar(progressive, 'image/jpeg'))).toBe('accepted');
  const many = withScans(progressive, 500);
  expect(await codeOf(processAvatar(many, 'image/jpeg'))).toBe('image_damaged');
});

test('an image that would take too much memory is rejected by its header', async () => {
  const large = interlacedPng(6300, 6300);
  expect(large.length).toBeLessThan(1000);
  expect(await codeOf(processAvatar(large, 'image/png'))).toBe('image_too_heavy');
  const small = await redBlueImage(640, 480).png({ progressive: true }).toBuffer();
  expect(await codeOf(processAvatar(small, 'image/png'))).toBe('accepted');
});

test('the size of an image is read from its header', async () => {
  expect(countPixels(await phonePhoto())).toBe(12e6);
  expect(countPixels(progressive)).toBe(4e6);
  expect(countPixels(withSegment(progressive, 0xe1, jpeg))).toBe(4e6);
  expect(countPixels(blankPng(300, 20))).toBe(6000);
  // A size that is missing or too large waits like the largest.
  const large = interlacedPng(60_000, 60_000);
  for (const each of [large, large.subarray(0, 20), progressive.subarray(0, 9), Buffer.of(1)])
    expect(countPixels(each)).toBe(40e6);
});
