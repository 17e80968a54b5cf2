import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { firstPauseReasons, isStandardPause, type Pause, type PauseReason } from '@sidetone/contract/entities/pause.ts';
import { channelRoutes } from '@sidetone/contract/http/channel-routes.ts';
import { formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, useLive } from '#live/queries/live.ts';

/** How often it is checked whether a pause is over, in milliseconds. */
export const pauseLookMs = 5000;

/** Why users of the account may pause. */
export function usePauseReasons(): readonly PauseReason[] {
  return useLive(phoneQueries.account, {}).rows[0]?.callSettings.pauseReasons ?? firstPauseReasons;
}

/** What a reason is called; a standard one is so in the language of who reads it. */
export function useReasonName(): (reason: { readonly id: string; readonly name: string | null }) => string {
  const { t } = useWords();
  return ({ id, name }) => name ?? (isStandardPause(id) ? t(($) => $.channels.pause.reasons[id]) : id);
}

/** A pause in words: `Lunch until 11:15`. */
export function usePauseWords(): (pause: Pause) => string {
  const { t, language } = useWords();
  const nameOf = useReasonName();
  const zone = useCallZone();
  return ({ reasonId, name, until }) => {
    const reason = nameOf({ id: reasonId, name });
    return until === null
      ? reason
      : t(($) => $.channels.pause.until, { reason, time: formatTime(until, language, zone) });
  };
}

export interface PauseWish {
  readonly reason: PauseReason;
  /** Null: until the user ends it. */
  readonly minutes: number | null;
  readonly everywhere: boolean;
}

/** Pauses in a queue, shown immediately. Rejects with ApiError when the server refuses, and takes it back. */
export async function beginPause(
  channel: ChannelRow,
  userId: string,
  { reason, minutes, everywhere }: PauseWish,
): Promise<void> {
  const now = Date.now();
  const until = minutes === null ? null : new Date(now + minutes * 60_000).toISOString();
  const pause = { reasonId: reason.id, name: reason.name, since: new Date(now).toISOString(), until };
  await confirmed([patchLive(phoneQueries.channelSettings, channel.id, { pause })], () =>
    call(channelRoutes.beginPause, {
      params: { channelId: channel.id, webUserId: userId },
      body: { reasonId: reason.id, minutes, everywhere },
    }),
  );
}

/** Ends it; like `beginPause`. */
export async function endPause(channel: ChannelRow, userId: string): Promise<void> {
  await confirmed([patchLive(phoneQueries.channelSettings, channel.id, { pause: null })], () =>
    call(channelRoutes.endPause, { params: { channelId: channel.id, webUserId: userId } }),
  );
}
