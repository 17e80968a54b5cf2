import { routes } from '@sidetone/contract/http/routes.ts';
import type { Call } from '#live/call.ts';
import type { ClassicServer } from './classic-server.ts';

/** The call service over HTTP (specification 7). */
export function createClassicServer(call: Call): Omit<ClassicServer, 'iceServers'> {
  return {
    async startCall(order) {
      const { callId } = await call(routes.startPhoneCall, { body: order });
      return callId;
    },
    async tellRinging() {
      await call(routes.tellRinging, {});
    },
    async accept(id, clientId) {
      await call(routes.acceptCall, { params: { id }, body: { clientId } });
    },
    async reject(id, reason) {
      await call(routes.rejectCall, { params: { id, reason } });
    },
    async end(id) {
      await call(routes.endCall, { params: { id } });
    },
    async hold(id, value) {
      await call(value ? routes.holdClassicCall : routes.unholdClassicCall, { params: { id } });
    },
    async tones(id, sequence) {
      await call(routes.sendClassicTones, { params: { id }, body: { sequence } });
    },
    async record(id, on, clientId) {
      if (!on) await call(routes.stopClassicRecordings, { params: { id }, body: { callId: id } });
      else {
        const body = { clientId, speakers: ['USER' as const, 'REMOTE' as const], recordingMode: 'manual' as const };
        await call(routes.startClassicRecording, { params: { id }, body });
      }
    },
    async transfer(id, number) {
      await call(routes.transferClassicCall, { params: { id, targetId: number } });
    },
    async markTransfer(sessionId, transferId, option) {
      await call(routes.markTransfer, { body: { sessionId, transferId, option } });
    },
    async openPeer(deviceId, targetCallId) {
      const { sdp } = await call(routes.openPeer, { params: { deviceId }, body: { targetCallId } });
      return sdp;
    },
    async answerPeer(deviceId, sdp) {
      await call(routes.updatePeer, { params: { deviceId }, body: { type: 'answer', sdp } });
    },
    async offerPeer(deviceId, sdp) {
      const reply = await call(routes.updatePeer, { params: { deviceId }, body: { type: 'offer', sdp } });
      if (reply.sdp === null) throw new Error('the offer was not answered');
      return reply.sdp;
    },
    async closePeer(deviceId) {
      await call(routes.closePeer, { params: { deviceId } });
    },
  };
}
