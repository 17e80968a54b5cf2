import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { callControlRoutes } from '@sidetone/contract/http/calls/call-control-routes.ts';
import { callRoutes } from '@sidetone/contract/http/calls/call-routes.ts';
import { classicRoutes } from '@sidetone/contract/http/calls/classic-routes.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { call } from '#live/line/http.ts';
import { readLive, watchLive } from '#live/queries/live.ts';
import type { Surroundings } from './conductor/parts.ts';
import type { CallReport } from './conductor/reports.ts';
import { contractCodeOf } from './engine/call-error.ts';
import type { OngoingSource } from './engine/ongoing-source.ts';
import { createSipServer } from './engine/sip/http-server.ts';
import type { SipServer } from './engine/sip/sip-server.ts';

type ServerSurroundings = Pick<
  Surroundings,
  'addFailedDial' | 'addStatistics' | 'rememberConsent' | 'checkHangingCall'
>;

export interface CallServer extends SipServer, ServerSurroundings {
  /** Notes a step of a call, for people who look for a fault. */
  reportStep(report: CallReport): Promise<void>;
}

/** The user's phones of the classic generation, and connecting them to this app. */
export const phoneConnection = {
  watch: (onChange: () => void) => watchLive(phoneQueries.phones, {}, onChange),
  read() {
    const { status, rows } = readLive(phoneQueries.phones, {});
    return status === 'ready' ? rows : null;
  },
  async connect(id: string, isConnected: boolean) {
    await call(callControlRoutes.setPhoneConnection, {
      params: { id },
      body: { isConnected, isUserConfigured: false },
    });
  },
};

/** The user's live calls as the server knows them. */
export const ongoing: OngoingSource = {
  watch: (onChange) => watchLive(phoneQueries.ongoingCalls, {}, onChange),
  read() {
    const { status, rows } = readLive(phoneQueries.ongoingCalls, {});
    return status === 'ready' ? rows : null;
  },
};

/** The HTTP side of calls. */
export function createCallServer(webUserId: string, generation: 'sip' | 'classic'): CallServer {
  const sip = createSipServer(webUserId, call, ongoing);
  /** The phone system as reports name it; the classic generation has the page's own host. */
  let sipServer = location.hostname;

  return {
    ...sip,

    async extension() {
      const found = await sip.extension();
      sipServer = found.sipServer;
      return found;
    },

    async rememberConsent() {
      await call(sessionRoutes.updateUser, { body: { skipRecordingConsent: true } });
    },

    async checkHangingCall(sessionId) {
      const row = ongoing.read()?.find((each) => each.id === sessionId);
      if (row === undefined || row.state === 'ended' || row.callId === null) return;
      await call(classicRoutes.endCall, { params: { id: row.callId } });
    },

    async addStatistics(sessionId, figures) {
      await call(callControlRoutes.addCallStatistics, { body: { sessionId, engine: generation, ...figures } });
    },

    async reportStep({ sessionId, step, result }) {
      const body = { callId: sessionId, userId: webUserId, eventType: step, sipServer, result };
      await call(callControlRoutes.addMonitoringReport, { body });
    },

    async addFailedDial({ channelId, target, sender, sessionId, problem }) {
      await call(callRoutes.addFailedDial, {
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
