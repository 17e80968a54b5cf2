import { callControlRoutes } from '@sidetone/contract/http/calls/call-control-routes.ts';
import { callRoutes } from '@sidetone/contract/http/calls/call-routes.ts';
import { deviceRoutes } from '@sidetone/contract/http/device-routes.ts';
import { appExtensionFetchRetries } from '@sidetone/contract/rules/limits.ts';
import type { Call as HttpCall } from '#live/line/call.ts';
import { CallError } from '../call-error.ts';
import type { OngoingSource } from '../ongoing-source.ts';
import type { SipServer } from './sip-server.ts';

/** How long after each failure the app extension is asked for again, in milliseconds. */
const extensionRetryMs = 2000;
/** Credentials of TURN servers last longer than this, in milliseconds. */
const iceServersFreshMs = 5 * 60_000;
/** A call continues without them after this, well before it counts as not connected. */
const iceServersTimeoutMs = 4_000;

/** After this a goodbye is sent once more. */
const hangUpTimeoutMs = 4_000;

/** The server over HTTP, as one user. */
export function createSipServer(webUserId: string, call: HttpCall, ongoing: OngoingSource): SipServer {
  let ice: { at: number; servers: Awaited<ReturnType<SipServer['iceServers']>> } | null = null;

  async function currentExtension() {
    const [first] = await call(deviceRoutes.appExtensions, { params: { webUserId } });
    return first ?? null;
  }

  async function findExtension() {
    const current = await currentExtension();
    if (current !== null) return current;
    const body = { appExtensionType: 'desktop_app_register', alias: 'Sidetone', owner: webUserId } as const;
    return call(deviceRoutes.createAppExtension, { body });
  }

  return {
    ongoing,
    currentExtension,

    async extension() {
      for (let retry = 0; ; retry += 1) {
        try {
          return await findExtension();
        } catch (cause) {
          if (retry >= appExtensionFetchRetries) throw new CallError('PHONE_NOT_FOUND', cause);
          await new Promise((resolve) => setTimeout(resolve, extensionRetryMs));
        }
      }
    },

    async iceServers() {
      if (ice !== null && Date.now() - ice.at < iceServersFreshMs) return ice.servers;
      const { iceServers } = await call(deviceRoutes.iceServers, {}, { timeoutMs: iceServersTimeoutMs });
      ice = { at: Date.now(), servers: iceServers };
      return iceServers;
    },

    ...liveCallOrders(call),
  };
}

/** Orders for live calls, by Call-ID. */
function liveCallOrders(call: HttpCall): Omit<SipServer, 'extension' | 'currentExtension' | 'iceServers' | 'ongoing'> {
  return {
    // The page may be about to close, and a connection from before a change of address gets no answer.
    hangUp: (id, as) =>
      done(
        call(callRoutes.hangUpCall, { params: { id }, query: { as } }, { timeoutMs: hangUpTimeoutMs, keepalive: true }),
      ),
    hold: (id, value) => done(call(callRoutes.holdCall, { params: { id }, body: { value } })),
    sendTones: (id, input) => done(call(callRoutes.sendCallTones, { params: { id }, body: { input } })),

    async startRecording(id) {
      return (await call(callRoutes.startCallRecording, { params: { id } })).recordingId;
    },

    async stopRecording(id, recordingId) {
      await call(callRoutes.changeCallRecording, { params: { id, recordingId }, body: { state: 'stopped' } });
    },

    async startTransfer(id, { number, ownNumber, sessionId }) {
      const callerId = ownNumber === null ? {} : { callerId: { number: ownNumber } };
      const body = { targetNumber: number, sessionId, ...callerId };
      return (await call(callRoutes.startCallTransfer, { params: { id }, body })).id;
    },

    async setLines(id, transferId, lines) {
      await call(callRoutes.setCallTransferLines, { params: { id, transferId }, body: { activeLines: [...lines] } });
    },

    async dropTransfer(id, transferId) {
      await call(callRoutes.dropCallTransfer, { params: { id, transferId } });
    },

    async transferTo(id, number, to) {
      await call(callRoutes.blindTransferCall, { params: { id }, body: { targetNumber: number, ...(to && { to }) } });
    },

    async park(sessionId) {
      await call(callControlRoutes.parkCall, { body: { sessionId } });
    },

    async joinCalls(sessionId, otherSessionId) {
      await call(callControlRoutes.joinCalls, { body: { sessionId, otherSessionId } });
    },
  };
}

const done = async (work: Promise<unknown>): Promise<void> => void (await work);
