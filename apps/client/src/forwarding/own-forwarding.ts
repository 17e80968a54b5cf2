import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { LineForwarding, LineForwardingChange } from '@sidetone/contract/entities/line-forwarding.ts';
import { channelRoutes } from '@sidetone/contract/http/channel-routes.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, useLive } from '#live/queries/live.ts';
import { inTurn } from '#platform/in-turn.ts';

interface OwnForwarding {
  readonly channelId: string;
  readonly forwarding: LineForwarding;
}

/** Where the calls of the user's own line go; null until that is known. */
export function useOwnForwarding(): OwnForwarding | null {
  const { rows } = useLive(phoneQueries.channelSettings, {});
  for (const { id, forwarding } of rows) if (forwarding != null) return { channelId: id, forwarding };
  return null;
}

/** Changes of a channel arrive in the order in which they were made: the last one counts. */
const turns = inTurn<LineForwarding>();

/** Changes the rules; rejects with ApiError. */
export const changeOwnForwarding = (channelId: string, body: LineForwardingChange): Promise<LineForwarding> =>
  turns.run(channelId, () => call(channelRoutes.setLineForwarding, { params: { channelId }, body }));

/** Switches forwarding on or off, shown immediately. Rejects with ApiError when the server refuses, and takes it back. */
export async function switchForwarding({ channelId, forwarding }: OwnForwarding, isOn: boolean): Promise<void> {
  const shown = patchLive(phoneQueries.channelSettings, channelId, { forwarding: { ...forwarding, isOn } });
  await confirmed([shown], () => changeOwnForwarding(channelId, { isOn }));
}
