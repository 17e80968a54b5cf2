import { raisedAlarm } from '@sidetone/contract/entities/alarm.ts';
import { timestamp } from '@sidetone/contract/entities/common.ts';
import type { z } from 'zod';

/** What a notice says of an alarm; it stays as it was when it was written. */
export const toldAlarm = raisedAlarm
  .pick({
    id: true,
    kind: true,
    code: true,
    isOfServer: true,
    name: true,
    host: true,
    count: true,
    said: true,
    beganAt: true,
    endedAt: true,
  })
  .extend({ at: timestamp });
export type ToldAlarm = z.infer<typeof toldAlarm>;
