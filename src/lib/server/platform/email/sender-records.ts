// Looks for the DNS records that let other mail servers trust a sender (docs/operations.md, "Email").
import { Resolver } from 'node:dns/promises';

import type { SenderRecord } from '#lib/contract/app/mail-test.ts';
import { errorText } from '#lib/server/platform/config/config-error.ts';

const TIMEOUT_MS = 3000;

/** A resolver that gives up soon. */
export const createResolver = (): Resolver => new Resolver({ timeout: TIMEOUT_MS, tries: 2 });

/** The records of a name: null without such a name, none when it has other records alone. */
async function findTexts(resolver: Resolver, name: string): Promise<string[] | null> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENODATA') return [];
    if (code === 'ENOTFOUND') return null;
    throw error;
  }
}

type Found = Pick<SenderRecord, 'state' | 'text'>;

/** @param prefix what the record begins with */
async function findRecord(resolver: Resolver, name: string, prefix: RegExp): Promise<Found> {
  const texts = ((await findTexts(resolver, name)) ?? []).filter((text) => prefix.test(text));
  const [first] = texts;
  if (first === undefined) return { state: 'missing', text: name };
  return { state: texts.length === 1 ? 'there' : 'twice', text: texts.join(' | ') };
}

/** The record of the domain, or of one above it (RFC 7489, 6.6.3). */
async function findDmarc(resolver: Resolver, domain: string): Promise<Found> {
  const labels = domain.split('.');
  const domains = labels.slice(0, -1).map((_, nth) => labels.slice(nth).join('.'));
  for (const each of domains) {
    const found = await findRecord(resolver, `_dmarc.${each}`, /^v=DMARC1\b/i);
    if (found.state !== 'missing') return found;
  }
  return { state: 'missing', text: `_dmarc.${domain}` };
}

/**
 * The names of keys are the relay's own: a name above them exists if any does (RFC 8020), but not every name server
 * says so.
 */
async function findDkim(resolver: Resolver, domain: string): Promise<Found> {
  const name = `_domainkey.${domain}`;
  const isThere = (await findTexts(resolver, name)) !== null;
  return { state: isThere ? 'there' : 'missing', text: name };
}

const LOOKUPS = {
  SPF: (resolver: Resolver, domain: string) => findRecord(resolver, domain, /^v=spf1\b/i),
  DKIM: findDkim,
  DMARC: findDmarc,
};

const toUnknown = (error: unknown): Found => ({ state: 'unknown', text: errorText(error) });

/** Looks for SPF, DKIM and DMARC of a domain; what cannot be looked up says so. */
export const findSenderRecords = (
  domain: string,
  resolver: Resolver = createResolver(),
): Promise<SenderRecord[]> =>
  Promise.all(
    Object.entries(LOOKUPS).map(async ([name, find]) => {
      const { state, text } = await find(resolver, domain).catch(toUnknown);
      return { name: name as SenderRecord['name'], state, text };
    }),
  );
