import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { realtimeReconnectMaxAttempts } from '@sidetone/contract/rules/call-timing.ts';
import { emergencyNumberOf, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { openMicrophone } from '#audio/microphone.ts';
import { call } from '#live/line/http.ts';
import { hearRealtime, hurryRealtime, realtime } from '#live/line/realtime.ts';
import { readLive, watchLive } from '#live/queries/live.ts';
import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { CallEngine } from '../call-engine.ts';
import type { OngoingSource } from '../ongoing-source.ts';
import { createClassicEngine } from './classic-engine.ts';
import type { ClassicFeed, ClassicServer, SenderPhone } from './classic-server.ts';
import { createClassicServer } from './http-server.ts';
import { storedOwnedCalls } from './owned-calls.ts';
import { phoneOfCall } from './phone-of-call.ts';

interface BrowserParts {
  readonly iceServers: ClassicServer['iceServers'];
  readonly ongoing: OngoingSource;
  /** Where the account dials from; asked at each call. */
  readonly place: () => NumberPlace;
  readonly clock: Clock;
  readonly log: Log;
  readonly instanceId: string;
}

/** The classic engine in a page: HTTP, the user's channel, and their phones as live data. */
export function createBrowserClassicEngine(parts: BrowserParts): CallEngine {
  const { place, clock, log } = parts;
  const phones = followPhones();
  const engine = createClassicEngine({
    server: { ...createClassicServer(call), iceServers: parts.iceServers },
    feed: browserFeed(clock),
    ongoing: parts.ongoing,
    owned: storedOwnedCalls(localStorage),
    openMicrophone: () => openMicrophone(),
    phone: phones.chosen,
    isEmergency: (number) => emergencyNumberOf(number, place()) !== null,
    clock,
    log,
    instanceId: parts.instanceId,
  });
  return {
    ...engine,
    async start(on) {
      phones.follow();
      await engine.start(on);
    },
    async stop(how) {
      phones.leave();
      await engine.stop(how);
    },
  };
}

/** How long one attempt of the fast phase of reconnecting takes about, in milliseconds. */
const attemptMs = 1_000;

/** NET-003: online is a browser that is online and a channel that is joined. */
function browserFeed(clock: Clock): ClassicFeed {
  let lostAt: number | null = realtime.getState().joined ? null : clock.now();
  const isOnline = () => navigator.onLine && realtime.getState().joined;
  return {
    isOnline,
    isSlow: () => lostAt !== null && clock.now() - lostAt > realtimeReconnectMaxAttempts * attemptMs,
    watchOnline(onChange) {
      let cancel = () => {};
      const look = () => {
        cancel();
        const online = isOnline();
        lostAt = online ? null : (lostAt ?? clock.now());
        // The slow phase begins without anything happening.
        if (!online) cancel = clock.after(realtimeReconnectMaxAttempts * attemptMs + 1, onChange);
        onChange();
      };
      const stop = realtime.subscribe(look);
      addEventListener('online', look);
      addEventListener('offline', look);
      return () => {
        cancel();
        stop();
        removeEventListener('online', look);
        removeEventListener('offline', look);
      };
    },
    hear: hearRealtime,
    hurry: hurryRealtime,
  };
}

/** The phones to call with, and what the user chose of them for channels and in general. */
function followPhones(): {
  follow(): void;
  leave(): void;
  chosen(phoneId: string | null, channelId: string | null): SenderPhone | null;
} {
  const { phones, me, channels, channelSettings } = phoneQueries;
  let stops: (() => void)[] = [];
  return {
    follow() {
      const keep = () => {};
      stops = [
        watchLive(phones, {}, keep),
        watchLive(me, {}, keep),
        watchLive(channels, {}, keep),
        watchLive(channelSettings, {}, keep),
      ];
    },
    leave() {
      for (const stop of stops.splice(0)) stop();
    },
    chosen(phoneId, channelId) {
      // A call without a channel is the user's own.
      const from = channelId ?? readLive(channels, {}).rows.find((row) => row.channelType === 'personal')?.id;
      return phoneOfCall(readLive(phones, {}).rows, {
        phoneId,
        ofChannel: readLive(channelSettings, {}).rows.find(({ id }) => id === from)?.selectedPhoneId ?? null,
        usual: readLive(me, {}).rows[0]?.defaultPhoneId ?? null,
      });
    },
  };
}
