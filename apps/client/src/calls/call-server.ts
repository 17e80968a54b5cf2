import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { appExtensionFetchRetries } from '@sidetone/contract/rules/limits.ts';
import { call } from '#live/http.ts';
import { readLive, watchLive } from '#live/live.ts';
import type { Surroundings } from './conductor/parts.ts';
import type { CallReport } from './conductor/reports.ts';
import { CallError, contractCodeOf } from './engine/call-error.ts';
import type { OngoingSource } from './engine/ongoing-source.ts';
import type { SipServer } from './engine/sip/sip-server.ts';

/** How long after each failure the app extension is asked for again, in milliseconds. */
const extensionRetryMs = 2000;
/** Credentials of TURN servers last longer than this, in milliseconds. */
const iceServersFreshMs = 5 * 60_000;
/** A call goes on without them after this, well before it counts as not connected. */
const iceServersTimeoutMs = 4_000;

type ServerSurroundings = Pick<
  Surroundings,
  'addFailedDial' | 'addStatistics' | 'rememberConsent' | 'checkHangingCall'
>;

export interface CallServer extends SipServer, ServerSurroundings {
  /** Notes a step of a call, for whoever looks for a fault. */
  reportStep(report: CallReport): Promise<void>;
}

/** The user's phones of the classic generation, and connecting them to this app. */
export const phoneConnection = {
  watch: (onChange: () => void) => watchLive(liveQueries.phones, {}, onChange),
  read() {
    const { status, rows } = readLive(liveQueries.phones, {});
    return status === 'ready' ? rows : null;
  },
  async connect(id: string, isConnected: boolean) {
    await call(routes.setPhoneConnection, { params: { id }, body: { isConnected, isUserConfigured: false } });
  },
};

/** The user's live calls as the server knows them. */
export const ongoing: OngoingSource = {
  watch: (onChange) => watchLive(liveQueries.ongoingCalls, {}, onChange),
  read() {
    const { status, rows } = readLive(liveQueries.ongoingCalls, {});
    return status === 'ready' ? rows : null;
  },
};

/** The HTTP side of calls. */
export function createCallServer(webUserId: string, generation: 'sip' | 'classic'): CallServer {
  /** The phone system as reports name it; the classic generation has the page's own host. */
  let sipServer = location.hostname;
  let ice: { at: number; servers: Awaited<ReturnType<SipServer['iceServers']>> } | null = null;

  async function findExtension() {
    const [first] = await call(routes.appExtensions, { params: { webUserId } });
    if (first !== undefined) return first;
    const body = { appExtensionType: 'desktop_app_register', alias: 'Sidetone', owner: webUserId } as const;
    return call(routes.createAppExtension, { body });
  }

  return {
    async extension() {
      for (let retry = 0; ; retry += 1) {
        try {
          const found = await findExtension();
          sipServer = found.sipServer;
          return found;
        } catch (cause) {
          if (retry >= appExtensionFetchRetries) throw new CallError('PHONE_NOT_FOUND', cause);
          await new Promise((resolve) => setTimeout(resolve, extensionRetryMs));
        }
      }
    },

    async iceServers() {
      if (ice !== null && Date.now() - ice.at < iceServersFreshMs) return ice.servers;
      const { iceServers } = await call(routes.iceServers, {}, { timeoutMs: iceServersTimeoutMs });
      ice = { at: Date.now(), servers: iceServers };
      return iceServers;
    },

    async hold(id, value) {
      await call(routes.holdCall, { params: { id }, body: { value } });
    },

    async startRecording(id) {
      return (await call(routes.startCallRecording, { params: { id } })).recordingId;
    },

    async stopRecording(id, recordingId) {
      await call(routes.changeCallRecording, { params: { id, recordingId }, body: { state: 'stopped' } });
    },

    async startTransfer(id, { number, ownNumber, sessionId }) {
      const body = {
        targetNumber: number,
        sessionId,
        ...(ownNumber === null ? {} : { callerId: { number: ownNumber } }),
      };
      return (await call(routes.startCallTransfer, { params: { id }, body })).id;
    },

    async setLines(id, transferId, lines) {
      await call(routes.setCallTransferLines, { params: { id, transferId }, body: { activeLines: [...lines] } });
    },

    async dropTransfer(id, transferId) {
      await call(routes.dropCallTransfer, { params: { id, transferId } });
    },

    async transferTo(id, number) {
      await call(routes.blindTransferCall, { params: { id }, body: { targetNumber: number } });
    },

    ongoing,

    async rememberConsent() {
      await call(routes.updateUser, { body: { skipRecordingConsent: true } });
    },

    async checkHangingCall(sessionId) {
      const row = ongoing.read()?.find((each) => each.id === sessionId);
      if (row?.state === 'ended' || row?.callId == null) return;
      await call(routes.endCall, { params: { id: row.callId } });
    },

    async addStatistics(sessionId, figures) {
      await call(routes.addCallStatistics, { body: { sessionId, engine: generation, ...figures } });
    },

    async reportStep({ sessionId, step, result }) {
      const body = { callId: sessionId, userId: webUserId, eventType: step, sipServer, result };
      await call(routes.addMonitoringReport, { body });
    },

    async addFailedDial({ channelId, target, sender, sessionId, problem }) {
      await call(routes.addFailedDial, {
        body: {
          channelId,
          targetPhoneNumber: target,
          senderPhoneNumber: sender,
          sessionId,
          code: contractCodeOf(problem),
        },
      });
    },
  };
}
