// The rival of the call benchmarks: as little page as a JsSIP phone can be, served by the same exchange.
import JsSIP from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession.js';

const now = () => performance.timeOrigin + performance.now();
const marks = { inviteSent: 0, ringing: 0, established: 0, ended: 0 };
let agent: JsSIP.UA | undefined;
let session: RTCSession | undefined;

const showIncoming = (incoming: RTCSession) => {
  const accept = document.createElement('button');
  accept.textContent = 'Accept';
  accept.onclick = () => {
    accept.remove();
    incoming.answer({ mediaConstraints: { audio: true, video: false } });
  };
  document.body.replaceChildren(accept);
  incoming.on('ended', () => accept.remove());
  incoming.on('failed', () => accept.remove());
};

const barePhone = {
  marks,
  register({ username, password, server }: { username: string; password: string; server: string }): Promise<void> {
    agent = new JsSIP.UA({
      sockets: [new JsSIP.WebSocketInterface(server)],
      uri: `sip:${username}@localhost`,
      authorization_user: username,
      password,
      session_timers: false,
    });
    agent.on('newRTCSession', ({ originator, session: made }: { originator: string; session: RTCSession }) => {
      session = made;
      made.on('accepted', () => {
        marks.established = now();
      });
      made.on('ended', () => {
        marks.ended = now();
      });
      let isReady = false;
      made.on('icecandidate', ({ ready }: { ready: () => void }) => {
        if (isReady) return;
        isReady = true;
        setTimeout(ready, 500);
      });
      if (originator === 'remote') showIncoming(made);
    });
    const registered = new Promise<void>((resolve, reject) => {
      agent?.on('registered', () => resolve());
      agent?.on('registrationFailed', ({ cause }: { cause?: string }) => reject(new Error(cause)));
    });
    agent.start();
    return registered;
  },
  call(number: string): void {
    if (!agent) throw new Error('Not registered');
    agent.call(`sip:${number}@localhost`, {
      mediaConstraints: { audio: true, video: false },
      extraHeaders: [`X-Client-Correlation-Id: ${crypto.randomUUID()}`],
      eventHandlers: {
        sending: () => {
          marks.inviteSent = now();
        },
      },
    });
  },
  hangUp(): void {
    if (session && !session.isEnded()) session.terminate();
  },
};

export type BarePhone = typeof barePhone;
Object.assign(window, { barePhone });
