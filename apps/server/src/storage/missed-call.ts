import { sql } from 'kysely';

/** Whether an inbox event is a missed call, as `isMissed` of the contract says. For statements over `inbox_events`. */
export const isMissedCall = sql<boolean>`(direction = 'INCOMING' and (terminated_reason is not distinct from 'CANCELLED'
  or (state = 'MISSED' and terminated_reason is distinct from 'ACCEPTED_ELSEWHERE')))`;
