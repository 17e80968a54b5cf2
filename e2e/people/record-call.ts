import { expect } from '@playwright/test';
import type { Sidetone } from '../world/sidetone.ts';
import type { ApiSession } from './api-session.ts';

/** Starts to record the call that this person has placed; gives its inbox event and where the sound will be. */
export async function recordsNow(session: ApiSession, sidetone: Sidetone) {
  const [event] = await sidetone.query<{ id: string; channel_id: string; account_id: string }>(
    'select id, channel_id, account_id from inbox_events where owner = $1 and terminated_at is null and direction = $2',
    [session.webUserId, 'OUTGOING'],
  );
  if (!event) throw new Error('The call is in no inbox');
  // Longer than other requests may take: the announcement is heard in the meantime.
  const started = await fetch(`${sidetone.origin}/api/call-control/${event.id}/recording/start`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.accessToken}` },
  });
  expect(started.status).toBe(200);
  return { event, address: `/recording-neopbx/${event.account_id}/${event.channel_id}/${event.id}` };
}
