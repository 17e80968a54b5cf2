import { callControlRoutes } from '@sidetone/contract/http/calls/call-control-routes.ts';
import { classicRoutes } from '@sidetone/contract/http/calls/classic-routes.ts';
import type { Call } from '#live/line/call.ts';
import type { ClassicServer } from './classic-server.ts';

/** The page may be about to close, and a connection from before a change of address gets no answer. */
const goodbye = { timeoutMs: 4_000, keepalive: true };

/** The call service over HTTP (specification 7). */
export function createClassicServer(call: Call): Omit<ClassicServer, 'iceServers'> {
  return {
    async startCall(order) {
      const { callId: sipCallId } = await call(classicRoutes.startPhoneCall, { body: { ...order, hasNeoPbx: false } });
      return sipCallId;
    },
    async tellRinging() {
      await call(classicRoutes.tellRinging, {});
    },
    async accept(id, clientId) {
      await call(classicRoutes.acceptCall, { params: { id }, body: { clientId } });
    },
    async reject(id, reason) {
      await call(classicRoutes.rejectCall, { params: { id, reason } }, goodbye);
    },
    async end(id) {
      await call(classicRoutes.endCall, { params: { id } }, goodbye);
    },
    async hold(id, value) {
      await call(value ? classicRoutes.holdClassicCall : classicRoutes.unholdClassicCall, { params: { id } });
    },
    async tones(id, sequence) {
      await call(classicRoutes.sendClassicTones, { params: { id }, body: { sequence } });
    },
    async typed(id, sequence) {
      await call(classicRoutes.sendClassicTones, { params: { id }, body: { sequence, source: 'keypad' } });
    },
    async record(id, on, clientId) {
      if (!on) await call(classicRoutes.stopClassicRecordings, { params: { id }, body: { callId: id } });
      else {
        const body = { clientId, speakers: ['USER' as const, 'REMOTE' as const], recordingMode: 'manual' as const };
        await call(classicRoutes.startClassicRecording, { params: { id }, body });
      }
    },
    async transfer(id, number) {
      await call(classicRoutes.transferClassicCall, { params: { id, targetId: number } });
    },
    async joinCalls(sessionId, otherSessionId) {
      await call(callControlRoutes.joinCalls, { body: { sessionId, otherSessionId } });
    },
    async markTransfer(sessionId, transferId, option) {
      await call(callControlRoutes.markTransfer, { body: { sessionId, transferId, option } });
    },
    async openPeer(deviceId, targetCallId) {
      const { sdp } = await call(classicRoutes.openPeer, { params: { deviceId }, body: { targetCallId } });
      return sdp;
    },
    async answerPeer(deviceId, sdp) {
      await call(classicRoutes.updatePeer, { params: { deviceId }, body: { type: 'answer', sdp } });
    },
    async offerPeer(deviceId, sdp) {
      const reply = await call(classicRoutes.updatePeer, { params: { deviceId }, body: { type: 'offer', sdp } });
      if (reply.sdp === null) throw new Error('the offer was not answered');
      return reply.sdp;
    },
    async closePeer(deviceId) {
      await call(classicRoutes.closePeer, { params: { deviceId } });
    },
  };
}
