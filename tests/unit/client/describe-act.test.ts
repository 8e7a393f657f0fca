import { expect, test } from 'vitest';

import { describeAct } from '#layouts/staff/describe-act.ts';
import type { Act, ActDetails } from '#lib/contract/people/audit-log.ts';

const describe = (act: Act, details: ActDetails, target_id: string | null = null): string =>
  describeAct({
    id: '1',
    date: '2026-11-24T00:00:00Z',
    act,
    actor: null,
    target_type: 'member',
    target_id,
    member: null,
    reason: null,
    details,
  });

test('the log names roles, documents and towns like the pages', () => {
  expect(describe('member.added', { role: 'farmer' })).toBe('Farmer');
  const change = { from: 'farmer', to: 'processor' };
  expect(describe('member.role_changed', change)).toBe('Farmer to Bio-waste processor');
  expect(describe('policy.replaced', { version: 2 }, 'licensing_terms')).toBe(
    'Licensing Terms, Version 2',
  );
  expect(describe('invitation.made', { role: null, max_uses: 50 })).toBe('Any role, 50 uses');
  const sent = { to: 'town', role: null, town: '0304911000', readers: 1 };
  expect(describe('notification.sent', sent)).toBe('Guimba, 1 member');
  expect(describe('post.removed', { decision: '1', count: 2 })).toBe('2 reports');
  expect(describe('addresses.resumed', { since: '2026-11-28', addresses: 5 })).toBe('5 addresses');
  expect(describe('member.erased', {})).toBe('');
});
