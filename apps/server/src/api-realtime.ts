import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from './api-deps.ts';
import type { Config } from './config.ts';
import type { LiveHub } from './documents/live-hub.ts';
import { keepClientLines } from './identity/client-lines.ts';
import type { Identity } from './identity/identity.ts';
import { type Audience, audience } from './realtime/audience.ts';
import type { Elsewhere } from './realtime/elsewhere.ts';
import { type Gateway, gateway } from './realtime/gateway.ts';
import { newRealtimeKeys, realtimeKeysShape } from './realtime/keys.ts';
import { addPublishApi } from './realtime/publish-api.ts';
import { type Publisher, publisher } from './realtime/publisher.ts';
import { realtimeRoutes } from './realtime/routes.ts';
import type { Answer } from './requests/answer.ts';
import { sealedSetting } from './storage/sealed-setting.ts';

/** The realtime channel: our own gateway, and the one that clients use, which may be the operator's. */
interface Realtime {
  /** Whose clients hear events now. */
  readonly audience: Audience;
  /** Rejects as long as `openAt` has not been called, where the gateway is ours. */
  readonly tellUser: Publisher['tellUser'];
  readonly connect: Gateway['connect'];
  /** The WebSocket server that clients use in place of ours, such as `wss://host:port`. */
  readonly moreSockets: string | undefined;
  answers(given: { hub: LiveHub; callerStands: Identity['callerStands'] }): Answer[];
  addPublishApi(app: FastifyInstance): Promise<void>;
  /** Our own gateway is reached here from now on. */
  openAt(url: URL): void;
}

/** What it is opened with. */
interface RealtimeGround extends Pick<ApiDeps, 'config' | 'db' | 'box' | 'exchange'> {
  /** Sockets whose users are at home at other nodes; left out: there are none. */
  readonly elsewhere?: Elsewhere | undefined;
  onTrouble(error: unknown): void;
}

/** Opens the realtime channel; clients of the classic generation are told of their calls as they come. */
export async function openRealtime(ground: RealtimeGround): Promise<Realtime> {
  const { config, db, box, exchange, onTrouble } = ground;
  const ownKeys = await sealedSetting({ db, box }, 'realtime.keys', realtimeKeysShape, newRealtimeKeys);
  const keys = { ...ownKeys, ...config.pusher };
  const elsewhere = realtimeElsewhere(config);
  const ownGateway = gateway(ownKeys, ground.elsewhere);
  const hearing = audience(ownGateway, !config.pusher);
  hearing.onJoin((userId) => exchange.classic.calls.clientCame(userId));
  await keepClientLines({ db, node: config.nodeName, audience: hearing, isOurs: !config.pusher, onTrouble });
  let tell: Publisher | undefined = config.pusher && publisher(keys, config.pusher);
  const opened = (): Publisher => {
    if (!tell) throw new Error('The realtime gateway is not open yet.');
    return tell;
  };
  return {
    audience: hearing,
    tellUser: async (userId, name, payload) => await opened().tellUser(userId, name, payload),
    connect: ownGateway.connect,
    moreSockets: elsewhere ? `${elsewhere.tls ? 'wss' : 'ws'}://${elsewhere.host}:${elsewhere.port}` : undefined,
    answers: ({ hub, callerStands }) =>
      realtimeRoutes({
        server: { key: keys.key, elsewhere },
        publisher: opened,
        gateway: ownGateway,
        audience: hearing,
        hub,
        callerStands,
        onTrouble,
      }),
    addPublishApi: (app) => addPublishApi(app, ownKeys, ownGateway),
    openAt({ hostname, port }) {
      tell ??= publisher(ownKeys, { host: reachable(hostname), port: Number(port), tls: false });
    },
  };
}

const realtimeElsewhere = ({ pusher }: Pick<Config, 'pusher'>) =>
  pusher ? { host: pusher.host, port: pusher.port, tls: pusher.tls } : null;

/** Listening on every address includes this machine's own. */
const reachable = (hostname: string): string =>
  hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '[::]' ? '[::1]' : hostname;
