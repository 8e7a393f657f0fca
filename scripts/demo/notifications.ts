import { toAna } from './notifications/ana.ts';
import { toEveryone } from './notifications/everyone.ts';
import { toJun } from './notifications/jun.ts';
import { toMaria } from './notifications/maria.ts';
import type { DemoNotification } from './types.ts';

export const notifications: DemoNotification[] = [...toEveryone, ...toMaria, ...toJun, ...toAna];
