import { Inviter, Registerer, SessionState, UserAgent, type Web } from 'sip.js';

/** What a story asks of a page that runs SIP.js instead of our client. */
export interface SipJsPage {
  register(account: { username: string; password: string; server: string }): Promise<void>;
  call(number: string): Promise<void>;
  /** Resolves once the call has this state. */
  reaches(state: keyof typeof SessionState): Promise<void>;
  answerNext(): void;
  hangUp(): Promise<void>;
}

let agent: UserAgent | undefined;
let session: Inviter | import('sip.js').Invitation | undefined;

const waitFor = (wanted: SessionState): Promise<void> =>
  new Promise((resolve) => {
    if (session?.state === wanted) resolve();
    else session?.stateChange.addListener((state) => state === wanted && resolve());
  });

const playRemote = () => {
  const handler = session?.sessionDescriptionHandler as Web.SessionDescriptionHandler | undefined;
  const audio = document.createElement('audio');
  audio.autoplay = true;
  audio.srcObject = handler?.remoteMediaStream ?? null;
  document.body.append(audio);
};

const page: SipJsPage = {
  async register({ username, password, server }) {
    agent = new UserAgent({
      uri: UserAgent.makeURI(`sip:${username}@localhost`) as NonNullable<ReturnType<typeof UserAgent.makeURI>>,
      authorizationUsername: username,
      authorizationPassword: password,
      transportOptions: { server },
      logLevel: 'error',
    });
    await agent.start();
    const registerer = new Registerer(agent);
    await new Promise<void>((resolve, reject) => {
      registerer
        .register({
          requestDelegate: {
            onAccept: () => resolve(),
            onReject: (response) => reject(new Error(String(response.message.statusCode))),
          },
        })
        .catch(reject);
    });
  },
  async call(number) {
    const target = UserAgent.makeURI(`sip:${number}@localhost`);
    if (!agent || !target) throw new Error('Not registered');
    session = new Inviter(agent, target, { extraHeaders: [`X-Client-Correlation-Id: ${crypto.randomUUID()}`] });
    session.stateChange.addListener((state) => state === SessionState.Established && playRemote());
    await session.invite();
  },
  reaches: (state) => waitFor(SessionState[state]),
  answerNext() {
    if (!agent) throw new Error('Not registered');
    agent.delegate = {
      onInvite(invitation) {
        session = invitation;
        invitation.stateChange.addListener((state) => state === SessionState.Established && playRemote());
        invitation.accept().catch((cause) => console.error(cause));
      },
    };
  },
  async hangUp() {
    await session?.bye();
  },
};
Object.assign(window, { sipJs: page });
