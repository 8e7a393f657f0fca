import { Alert, AlertChange, AlertInput, AlertList } from '#lib/contract/alerts.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Alerts of new listings. */
export const OPERATIONS = {
  'GET /web/alerts': { summary: 'List my alerts', response: AlertList },
  'POST /web/alerts': {
    summary: 'Save a search as an alert',
    body: AlertInput,
    response: Alert,
    status: [201, 200],
    errors: ['town_invalid', 'too_many_alerts'],
    limits: [LIMITS.changeAlert],
  },
  'PATCH /web/alerts/:id': {
    summary: 'Pause or resume an alert',
    body: AlertChange,
    response: Alert,
    errors: ['alert_not_found'],
    limits: [LIMITS.changeAlert],
  },
  'DELETE /web/alerts/:id': {
    summary: 'Delete an alert',
    response: NOTHING,
    errors: ['alert_not_found'],
    limits: [LIMITS.changeAlert],
  },
} satisfies Operations;
