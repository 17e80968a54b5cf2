import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import type { Call } from '#live/line/call.ts';
import type { ClassicServer } from './classic-server.ts';

/** The page may be about to close, and a connection from before a change of address gets no answer. */
const goodbye = { timeoutMs: 4_000, keepalive: true };

/** The call service over HTTP (specification 7). */
export function createClassicServer(call: Call): Omit<ClassicServer, 'iceServers'> {
  return {
    async startCall(order) {
      const { callId: sipCallId } = await call(phoneRoutes.startPhoneCall, { body: { ...order, hasNeoPbx: false } });
      return sipCallId;
    },
    async tellRinging() {
      await call(phoneRoutes.tellRinging, {});
    },
    async accept(id, clientId) {
      await call(phoneRoutes.acceptCall, { params: { id }, body: { clientId } });
    },
    async reject(id, reason) {
      await call(phoneRoutes.rejectCall, { params: { id, reason } }, goodbye);
    },
    async end(id) {
      await call(phoneRoutes.endCall, { params: { id } }, goodbye);
    },
    async hold(id, value) {
      await call(value ? phoneRoutes.holdClassicCall : phoneRoutes.unholdClassicCall, { params: { id } });
    },
    async tones(id, sequence) {
      await call(phoneRoutes.sendClassicTones, { params: { id }, body: { sequence } });
    },
    async typed(id, sequence) {
      await call(phoneRoutes.sendClassicTones, { params: { id }, body: { sequence, source: 'keypad' } });
    },
    async record(id, on, clientId) {
      if (!on) await call(phoneRoutes.stopClassicRecordings, { params: { id }, body: { callId: id } });
      else {
        const body = { clientId, speakers: ['USER' as const, 'REMOTE' as const], recordingMode: 'manual' as const };
        await call(phoneRoutes.startClassicRecording, { params: { id }, body });
      }
    },
    async transfer(id, number) {
      await call(phoneRoutes.transferClassicCall, { params: { id, targetId: number } });
    },
    async markTransfer(sessionId, transferId, option) {
      await call(phoneRoutes.markTransfer, { body: { sessionId, transferId, option } });
    },
    async openPeer(deviceId, targetCallId) {
      const { sdp } = await call(phoneRoutes.openPeer, { params: { deviceId }, body: { targetCallId } });
      return sdp;
    },
    async answerPeer(deviceId, sdp) {
      await call(phoneRoutes.updatePeer, { params: { deviceId }, body: { type: 'answer', sdp } });
    },
    async offerPeer(deviceId, sdp) {
      const reply = await call(phoneRoutes.updatePeer, { params: { deviceId }, body: { type: 'offer', sdp } });
      if (reply.sdp === null) throw new Error('the offer was not answered');
      return reply.sdp;
    },
    async closePeer(deviceId) {
      await call(phoneRoutes.closePeer, { params: { deviceId } });
    },
  };
}
