import { expect, test } from 'vitest';

import { createResolver, findSenderRecords } from '#lib/server/platform/email/sender-records.ts';
import { openDnsServer } from '#tests/support/server/dns-server.ts';

const SPF = 'v=spf1 include:_spf.relay.example -all';
const DMARC = 'v=DMARC1; p=none';

/** Looks for the records of a domain, as states by name. */
async function lookUp(domain: string, names: Record<string, string[]>) {
  const resolver = createResolver();
  resolver.setServers([await openDnsServer(names)]);
  const records = await findSenderRecords(domain, resolver);
  const of = Object.fromEntries(records.map(({ name, text }) => [name, text]));
  return { states: records.map(({ name, state }) => `${name} ${state}`), of };
}

test('a sender with all three records', async () => {
  const { states, of } = await lookUp('coop.example', {
    'coop.example': ['google-site-verification=x', SPF],
    '_domainkey.coop.example': [],
    '_dmarc.coop.example': [DMARC],
  });
  expect(states).toEqual(['SPF there', 'DKIM there', 'DMARC there']);
  expect(of).toMatchObject({ SPF, DMARC });
});

test('a sender with none, and with two of SPF', async () => {
  expect((await lookUp('coop.example', { 'coop.example': ['v=spf2'] })).states).toEqual([
    'SPF missing',
    'DKIM missing',
    'DMARC missing',
  ]);
  const { states } = await lookUp('coop.example', { 'coop.example': [SPF, 'v=spf1 -all'] });
  expect(states[0]).toBe('SPF twice');
});

test('DMARC of the domain above counts', async () => {
  const { states } = await lookUp('news.coop.example', { '_dmarc.coop.example': [DMARC] });
  expect(states[2]).toBe('DMARC there');
});

test('without a DNS server nothing is known', async () => {
  const resolver = createResolver();
  resolver.setServers(['127.0.0.1:9']);
  const records = await findSenderRecords('coop.example', resolver);
  expect(records.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown']);
});
